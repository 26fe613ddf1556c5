#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, rgba8) uniform image2D source;
layout(set = 0, binding = 1, rgba16f) uniform image2D result;
layout(set = 0, binding = 2, r32ui) uniform uimage2D counts;
layout(set = 0, binding = 3, rgba8) uniform image2D unused;
void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(place, imageSize(result)))) {
        return;
    }
    imageStore(result, place, imageLoad(source, place) * 0.5);
    imageAtomicAdd(counts, ivec2(0), uint(imageSize(unused).x));
}
