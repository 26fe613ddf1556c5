//== fires frag
#version 450
layout(row_major) uniform A { mat4 m; };
layout(binding = 2) uniform B { layout(offset = 16) vec4 b; };
uniform atomic_uint counter;
layout(row_major) uniform;
layout(row_major) uniform mat4 loose;
in Block { flat vec4 tint; } from;
subroutine(kind) vec4 one() { return vec4(1.0); }
subroutine uniform kind chosen;
void main() {}
//== near frag
#version 450
layout(column_major, std140) uniform A { mat4 m; };
layout(std140) uniform;
in Block { flat ivec4 tint; } from;
flat in vec4 plain;
void main() {}
