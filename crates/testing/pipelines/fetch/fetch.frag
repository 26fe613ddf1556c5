#version 330 core
in float row;
uniform sampler2D picture;
out vec4 color;

void main()
{
    ivec2 size = textureSize(picture, 0);
    ivec2 cell = ivec2(int(gl_FragCoord.x), int(row)) % size;
    vec4 here = texelFetch(picture, cell, 0);
    vec4 across = texelFetch(picture, size - 1 - cell, 0);
    color = vec4(here.rg, across.ba);
}
