#version 450
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Tint { vec4 by; int next; } tints[2];
void main()
{
    color = tint * tints[tints[0].next].by;
}
