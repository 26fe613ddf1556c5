#version 330 core
in vec4 smoke;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(smoke.rgb, smoke.a * 0.5 + 0.25);
}
