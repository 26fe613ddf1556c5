#version 410 core
layout(vertices = 3) out;

layout(location = 0) in vec2 ground[];
layout(location = 0) out vec2 field[];

void main()
{
    field[gl_InvocationID] = ground[gl_InvocationID];
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    if (gl_InvocationID == 0)
    {
        gl_TessLevelInner[0] = 3.0;
        gl_TessLevelOuter[0] = 4.0;
        gl_TessLevelOuter[1] = 4.0;
        gl_TessLevelOuter[2] = 4.0;
    }
}
