// Shifts by constants are products and quotients.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    ivec2 cell = ivec2(fragCoord) - 8;
    int row = cell.y >> 2;
    ivec2 half_cell = cell >> 1;
    int number = (row << 3) + half_cell.x;
    fragColor = vec4(float(number) / 64.0, float(cell.x << 4) / 256.0, float(1 << 2) * 0.1, 1.0);
}
