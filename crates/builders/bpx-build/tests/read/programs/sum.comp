#version 310 es
layout(local_size_x = 8, local_size_y = 4) in;
layout(std430) buffer Data { uint values[]; };
uniform uint factor;
shared uint cache[32];
layout(rgba8) writeonly uniform highp image2D target;

void main() {
    uint i = gl_LocalInvocationIndex;
    cache[i] = values[gl_GlobalInvocationID.x];
    barrier();
    values[gl_GlobalInvocationID.x] = cache[31u - i] * factor;
    imageStore(target, ivec2(gl_GlobalInvocationID.xy), vec4(1.0));
}
