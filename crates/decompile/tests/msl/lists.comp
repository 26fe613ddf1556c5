#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Total { uint total; };
layout(set = 0, binding = 1) readonly buffer List { uint count; vec4 values[]; } lists[3];
void main()
{
    uint which = gl_WorkGroupID.x;
    total = uint(lists[2].values.length()) + uint(lists[which & 1u].values.length());
}
