#version 450 core
layout(location = 0) flat in vec4 face;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(face.rgb, 1.0);
}
