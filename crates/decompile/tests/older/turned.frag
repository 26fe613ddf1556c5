#version 450
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
float[3] turned(float x[3], int by)
{
    float y[3];
    for (int i = 0; i < 3; i++) y[i] = x[(i + by) % 3];
    return y;
}
void main()
{
    float x[3] = turned(float[3](tint.x, tint.y, tint.z), int(tint.w));
    color = vec4(x[0], x[1], x[2], 1.0);
}
