#version 410 core
layout(location = 0) in vec2 across;
layout(location = 1) in float lift;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(across, clamp(lift, 0.0, 1.0), 1.0);
}
