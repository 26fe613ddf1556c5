#version 450 core
layout(push_constant) uniform Root { vec2 levels; };
layout(vertices = 3) out;

layout(location = 0) in vec4 corner[];
layout(location = 0) out vec4 control[];
layout(location = 1) patch out float whole;

void main()
{
    control[gl_InvocationID] = corner[gl_InvocationID];
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    if (gl_InvocationID == 0)
    {
        whole = levels.y;
        gl_TessLevelInner[0] = 2.0 + floor(levels.x);
        for (int side = 0; side < 3; ++side)
            gl_TessLevelOuter[side] = 2.0;
    }
}
