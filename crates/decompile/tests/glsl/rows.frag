#version 450
layout(set = 0, binding = 0) uniform sampler1D ramp;
layout(set = 0, binding = 1) uniform sampler1DArray ramps;
layout(set = 0, binding = 2) uniform sampler1DShadow steps;
layout(set = 0, binding = 3, r32ui) uniform uimage1D counts;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main()
{
    int width = textureSize(ramp, 0);
    ivec2 sizes = textureSize(ramps, 0);
    vec4 sum = texture(ramp, uv.x) + texture(ramps, uv) + textureGrad(ramp, uv.x, 0.5, 0.25);
    sum += texelFetchOffset(ramp, width - 1, 0, -1) + texelFetch(ramps, ivec2(3, sizes.y - 1), 0);
    uint before = imageAtomicAdd(counts, int(uv.y), 2u);
    imageStore(counts, 7, uvec4(before));
    color = sum * texture(steps, vec3(uv, 0.5)) + float(imageLoad(counts, 3).x);
}
