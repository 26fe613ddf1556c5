// Finer where the viewer is near; the amount goes along with the patch.
#version 450
layout(vertices = 3) out;

layout(std140, set = 0, binding = 1) uniform Camera {
    mat4 projection;
    vec3 eye;
    float detail;
};

layout(location = 0) in vec3 normal[];
layout(location = 1) in vec2 uv[];
layout(location = 2) out vec3 pointNormal[];
layout(location = 3) out vec2 pointUv[];
layout(location = 4) patch out float amount;

float level(vec4 a, vec4 b) {
    return clamp(detail / distance((a.xyz + b.xyz) * 0.5, eye), 1.0, 16.0);
}

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    pointNormal[gl_InvocationID] = normal[gl_InvocationID];
    pointUv[gl_InvocationID] = uv[gl_InvocationID];
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter[0] = level(gl_in[1].gl_Position, gl_in[2].gl_Position);
        gl_TessLevelOuter[1] = level(gl_in[2].gl_Position, gl_in[0].gl_Position);
        gl_TessLevelOuter[2] = level(gl_in[0].gl_Position, gl_in[1].gl_Position);
        gl_TessLevelInner[0] = max(gl_TessLevelOuter[0], gl_TessLevelOuter[1]);
        amount = 1.0 / detail;
    }
}
