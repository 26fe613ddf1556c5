#version 450
#extension GL_AMD_gcn_shader : require
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { vec4 direction; float face; vec2 place; uint clock; float moved; uint below; };
void main()
{
    face = cubeFaceIndexAMD(direction.xyz);
    place = cubeFaceCoordAMD(direction.xyz);
    clock = uint(timeAMD());
    moved = swizzleInvocationsAMD(direction.x, uvec4(1, 0, 3, 2));
    below = mbcntAMD(uint64_t(clock));
}
