//== fires frag
#version 450
layout(row_major) buffer A { mat4 m; };
layout(binding = 2) uniform B { layout(offset = 32) vec4 b; layout(align = 64) vec4 c; };
uniform atomic_uint counter;
layout(row_major) uniform;
layout(row_major) uniform mat4 loose;
struct Inner { mat3 m; };
layout(row_major) uniform C { Inner inner; };
subroutine(kind) vec4 one() { return vec4(1.0); }
subroutine uniform kind chosen;
void main() {}
//== near frag
#version 450
layout(column_major, std140) uniform A { mat4 m; };
layout(std140) uniform;
struct Inner { vec4 v; mat3 m; };
layout(row_major, binding = 2) uniform B {
    layout(offset = 0) float a;
    layout(align = 16, offset = 16) vec3 b;
    layout(offset = 28) float c;
    layout(offset = 32) float d[2];
    layout(column_major) Inner e;
    layout(offset = 128) mat4x3 f;
    layout(offset = 176) mat3 g[2];
    layout(offset = 272) vec2 h;
};
in Block { flat ivec4 tint; } from;
flat in vec4 plain;
void main() {}
