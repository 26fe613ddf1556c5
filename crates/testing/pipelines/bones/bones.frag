#version 330 core
in vec3 shade;
out vec4 color;

void main()
{
    color = vec4(abs(shade), 1.0);
}
