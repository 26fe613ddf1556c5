#version 450
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
struct Part { mat3 turn; float power; };
layout(scalar, binding = 0) buffer Columns { mat3 a; float gap; mat2x3 b[2]; Part part; } columns;
layout(scalar, row_major, binding = 1) buffer Rows { mat3 a; float gap; mat3x2 b; Part part; } rows;
layout(std430, binding = 2) buffer Mixed { layout(offset = 4) uint late; layout(offset = 16) mat3 c; layout(offset = 0) uint early; } mixed;
layout(std140, row_major, binding = 3) buffer Gaps { mat2 d; } gaps;
void main() {
    mat3 m = columns.a * rows.a;
    columns.a = m;
    rows.a = m * 2.0;
    rows.b[1] = m[0].xy;
    columns.b[1][0] = columns.part.turn[1] + rows.part.turn[2] * rows.part.power;
    columns.gap = columns.b[0][1][2] + rows.b[2][1] + rows.gap;
    gaps.d = mat2(m);
    mixed.late = mixed.early;
    mixed.c[2].x += gaps.d[0][1];
}
