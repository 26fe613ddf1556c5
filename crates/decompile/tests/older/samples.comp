#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(binding = 0, r32f) uniform image2DMS picture;
layout(binding = 1, rgba8) uniform writeonly image2DMSArray copy;
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    for (int i = 0; i < 4; i++) {
        float value = imageLoad(picture, at, i).x;
        imageStore(picture, at, i, vec4(value * float(i + 2)));
        imageStore(copy, ivec3(at, i), i, vec4(value, 0.5, 0.25, 1.0));
    }
}
