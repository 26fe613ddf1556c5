// Reads system values behind the clip distances, which it does not read.
// refuse GL33 DECOMPILE-06
// refuse GL40 DECOMPILE-06
// refuse GL41 DECOMPILE-06
// refuse GL42 DECOMPILE-06
// refuse ES30 DECOMPILE-06
// refuse ES31 DECOMPILE-06
// refuse MT DECOMPILE-06
#version 450
layout(location = 2) in float near;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(near, float(gl_Layer), float(gl_PrimitiveID), gl_FrontFacing ? 1.0 : 0.0);
}
