// Control points read each other's weights, which the evaluation shader does not take.
#version 450
layout(vertices = 3) out;

layout(location = 0) in float weight[];
layout(location = 1) in vec4 first[];
layout(location = 0) out float shared_weight[];
layout(location = 1) out vec4 second[];
layout(location = 2) out vec2 unused[];
layout(location = 3) patch out float sum;
layout(location = 4) patch out vec4 rest;

void main() {
    shared_weight[gl_InvocationID] = weight[gl_InvocationID];
    second[gl_InvocationID] = first[gl_InvocationID];
    unused[gl_InvocationID] = vec2(1.0);
    barrier();
    if (gl_InvocationID == 0) {
        sum = shared_weight[0] + shared_weight[1] + shared_weight[2];
        rest = vec4(sum);
        gl_TessLevelOuter[0] = sum;
        gl_TessLevelOuter[1] = sum;
        gl_TessLevelOuter[2] = sum;
        gl_TessLevelInner[0] = sum;
    }
}
