// A sheet of four corners: levels from root constants, an array along with the patch.
#version 450
layout(vertices = 4) out;

layout(std140, set = 3, binding = 0) uniform Root {
    vec4 outer;
    vec2 inner;
};

layout(location = 0) in vec4 tint[];
layout(location = 1) out Corner {
    vec4 tint;
} corner[];
layout(location = 2) patch out vec3 bend[2];

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    corner[gl_InvocationID].tint = tint[gl_InvocationID];
    gl_TessLevelOuter = float[](outer.x, outer.y, outer.z, outer.w);
    gl_TessLevelInner = float[](inner.x, inner.y);
    bend[0] = vec3(0.0, inner.x, 0.0);
    bend[1] = vec3(inner.y, 0.0, 0.0);
}
