#version 450

layout(set = 0, binding = 0) uniform sampler2D albedo;
layout(set = 0, binding = 1) uniform sampler2D layers[3];
layout(set = 0, binding = 2) uniform sampler2DShadow shadow;
layout(set = 1, binding = 0) uniform texture2D detail;
layout(set = 1, binding = 1) uniform sampler nearest;
layout(set = 1, binding = 2) uniform sampler linear;
layout(set = 1, binding = 3) uniform texture2D plain;
layout(set = 1, binding = 4) uniform textureBuffer values;
layout(set = 1, binding = 6, rgba8) uniform writeonly image2D result;

layout(location = 0) in vec3 uv;
layout(location = 1) flat in int layer;
layout(location = 0) out vec4 color;

void main()
{
    vec4 base = texture(albedo, uv.xy) + texture(layers[layer], uv.xy);
    vec4 coarse = texture(sampler2D(detail, nearest), uv.xy);
    vec4 smooth_detail = texture(sampler2D(detail, linear), uv.xy);
    vec4 first = texelFetch(albedo, ivec2(0), 0) + texelFetch(values, layer);
    vec2 size = vec2(textureSize(albedo, 0)) + textureQueryLod(albedo, uv.xy);
    imageStore(result, ivec2(uv.xy), base);
    color = base * coarse * smooth_detail * texture(shadow, uv) + first * size.x + textureGather(layers[1], uv.xy);
}
