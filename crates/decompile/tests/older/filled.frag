#version 450
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
void fill(inout float x[3], float by)
{
    for (int i = 0; i < 3; i++) x[i] += by * float(i);
}
void main()
{
    float x[3] = float[3](tint.x, tint.y, tint.z);
    fill(x, tint.w);
    color = vec4(x[0], x[1], x[2], 1.0);
}
