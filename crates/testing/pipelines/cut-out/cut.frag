#version 410 core
layout(location = 0) in vec2 place;
uniform vec4 inner;
uniform vec4 outer;
layout(location = 0) out vec4 color;

bool hole(ivec2 cell)
{
    return ((cell.x ^ cell.y) & 4) != 0;
}

void main()
{
    // Across the window every target counts alike; upwards they do not.
    ivec2 cell = ivec2(int(gl_FragCoord.x) / 2, int(place.y));
    if (hole(cell))
        discard;
    color = gl_FrontFacing ? inner : outer;
}
