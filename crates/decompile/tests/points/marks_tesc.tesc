#version 450
layout(vertices = 3) out;

layout(binding = 0, r32f) uniform writeonly imageBuffer marks;

void mark(int place)
{
    imageStore(marks, place, vec4(1.0));
}

float weight()
{
    if (gl_InvocationID == 1) {
        return 2.0;
    }
    return 1.0;
}

void main()
{
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position * weight();
    mark(gl_InvocationID);
    if (gl_InvocationID == 0) {
        float level = weight();
        gl_TessLevelOuter[0] = level;
        gl_TessLevelOuter[1] = level;
        gl_TessLevelOuter[2] = level;
        gl_TessLevelInner[0] = level;
    }
}
