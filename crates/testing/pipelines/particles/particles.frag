#version 410 core
layout(location = 0) in vec4 glow;
layout(location = 1) in vec2 corner;
uniform sampler2D puff;
layout(location = 0) out vec4 color;

void main()
{
    color = glow * texture(puff, corner) * 0.5;
}
