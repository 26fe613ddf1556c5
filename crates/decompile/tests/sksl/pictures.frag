#version 450
// Textures: sampled, fetched, measured.
layout(set = 0, binding = 0) uniform sampler2D albedo;
layout(set = 0, binding = 1) uniform texture2D detail;
layout(set = 0, binding = 2) uniform sampler near;
layout(set = 0, binding = 3) uniform sampler far;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
void main() {
    vec4 base = texture(albedo, uv);
    vec4 first = textureLod(sampler2D(detail, near), uv * 2.0, 0.0);
    vec4 second = textureOffset(sampler2D(detail, far), uv, ivec2(1, -1));
    vec4 projected = textureProj(albedo, vec3(uv, 2.0));
    ivec2 last = textureSize(albedo, 0) - 1;
    vec4 texel = texelFetch(albedo, ivec2(uv * 8.0), 0) + texelFetch(albedo, last, 0);
    color = base * first + second * texel + projected;
}
