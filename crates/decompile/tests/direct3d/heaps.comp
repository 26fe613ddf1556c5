#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Read { uint data[]; } read_heap[];
layout(set = 0, binding = 0) buffer Write { uint data[]; } write_heap[];
layout(set = 1, binding = 0) readonly buffer Words { uint words[]; };
layout(set = 1, binding = 0) buffer Floats { float floats[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    write_heap[1].data[i] = read_heap[0].data[i];
    floats[i] = float(words[i + 4u]);
}
