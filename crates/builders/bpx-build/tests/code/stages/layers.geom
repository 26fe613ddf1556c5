// One triangle in each of four layers, made of nothing, with a half cut off.
// refuse GL33 DECOMPILE-06
// refuse GL40 DECOMPILE-06
// refuse GL41 DECOMPILE-06
// refuse GL42 DECOMPILE-06
// refuse ES32 DECOMPILE-06
#version 450
layout(points, invocations = 4) in;
layout(triangle_strip, max_vertices = 3) out;

layout(location = 2) out float near;
layout(location = 0) out vec2 corner;
out float gl_ClipDistance[2];

void main() {
    for (int i = 0; i < 3; ++i) {
        corner = vec2(i & 1, i >> 1);
        near = 0.25 * float(gl_InvocationID);
        gl_Position = vec4(4.0 * corner - 1.0, near, 1.0);
        gl_ClipDistance[0] = gl_Position.x;
        gl_ClipDistance[1] = 1.0;
        gl_Layer = gl_InvocationID;
        gl_PrimitiveID = gl_PrimitiveIDIn + 1;
        EmitVertex();
    }
}
