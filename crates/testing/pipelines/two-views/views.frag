#version 420 core
layout(location = 0) in vec2 across;
layout(location = 1) flat in vec3 tint;
uniform sampler2D picture;
layout(location = 0) out vec4 color;

void main()
{
    color = texture(picture, across) * vec4(tint, 1.0);
}
