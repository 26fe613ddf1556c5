//== fires frag
#version 450
#extension GL_NV_push_constant_bank : require
layout(location = 0) out vec4 color;
layout(push_constant, bank = 1) uniform Block { vec4 tint; };
void main() { color = tint; }
//== near frag
#version 450
layout(location = 0) out vec4 color;
layout(push_constant) uniform Block { vec4 tint; };
void main() { color = tint; }
