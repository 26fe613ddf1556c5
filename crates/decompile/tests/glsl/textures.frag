#version 450
layout(location = 0) in vec3 uv;
layout(location = 0) out vec4 color;
layout(set = 1, binding = 0) uniform sampler2D albedo;
layout(set = 1, binding = 1) uniform texture2D detail;
layout(set = 1, binding = 2) uniform sampler nearest;
layout(set = 1, binding = 3) uniform sampler2DShadow shadow;
layout(set = 1, binding = 4) uniform samplerCube sky;
void main() {
  vec4 base = texture(albedo, uv.xy);
  vec4 fine = textureLod(sampler2D(detail, nearest), uv.xy * 8.0, 2.0);
  float lit = texture(shadow, uv);
  ivec2 size = textureSize(albedo, 0);
  vec4 first = texelFetch(albedo, ivec2(uv.xy * vec2(size)), 0);
  color = base * fine * lit + textureGrad(sky, uv, dFdx(uv), dFdy(uv)) + first + textureProj(albedo, uv) + textureGather(albedo, uv.xy, 1) + textureOffset(albedo, uv.xy, ivec2(1, -1));
}
