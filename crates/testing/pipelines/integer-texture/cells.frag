#version 330 core
in vec2 uv;
uniform usampler2D cells;
uniform sampler2D palette;
layout(location = 0) out vec4 color;

void main()
{
    ivec2 size = textureSize(cells, 0);
    uvec4 cell = texelFetch(cells, clamp(ivec2(uv * vec2(size)), ivec2(0), size - 1), 0);
    uint entry = (cell.r ^ (cell.g << 1u)) & 3u;
    color = texelFetch(palette, ivec2(int(entry), 0), 0);
}
