#version 410 core
uniform vec4 inner;
uniform vec4 outer;
layout(location = 0) out vec4 color;

bool hole(ivec2 cell)
{
    return ((cell.x ^ cell.y) & 4) != 0;
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    if (hole(cell))
        discard;
    color = gl_FrontFacing ? inner : outer;
}
