#version 450
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 tint;
void main()
{
    tint = place * 0.5;
}
