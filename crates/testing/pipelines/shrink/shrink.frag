#version 330 core
in vec3 face_shade;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(face_shade, 1.0);
}
