#version 450
layout(vertices = 3) out;

int steps = 1;

void count()
{
    if (gl_InvocationID == 1) {
        steps += 10;
    }
    steps++;
}

void main()
{
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    count();
    gl_TessLevelOuter[gl_InvocationID] = float(steps);
    if (gl_InvocationID == 0) {
        gl_TessLevelInner[0] = float(steps);
    }
}
