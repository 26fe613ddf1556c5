#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in int part;
flat out int index;
out highp vec2 across;

void main()
{
    index = part;
    across = position.xy;
    gl_Position = vec4(position, 1.0);
}
