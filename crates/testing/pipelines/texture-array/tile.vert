#version 420 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 corner;
layout(location = 2) in float layer;
layout(location = 0) out vec3 place;

void main()
{
    place = vec3(corner, layer * 3.0);
    gl_Position = vec4(position, 0.5, 1.0);
}
