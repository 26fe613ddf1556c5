#version 330 core
in vec4 shade;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(clamp(shade.rgb, 0.0, 1.0), 1.0);
}
