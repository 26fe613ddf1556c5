#version 450

layout(vertices = 4) out;

layout(binding = 0) uniform Terrain {
    vec3 eye;
    float tessFactor;
};

layout(location = 0) in vec2 inUV[];
layout(location = 0) out vec2 outUV[];

float level(vec4 a, vec4 b) {
    vec3 middle = (a.xyz + b.xyz) * 0.5;
    float dist = distance(middle, eye);
    return clamp(tessFactor / dist, 1.0, 64.0);
}

void main() {
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter[0] = level(gl_in[3].gl_Position, gl_in[0].gl_Position);
        gl_TessLevelOuter[1] = level(gl_in[0].gl_Position, gl_in[1].gl_Position);
        gl_TessLevelOuter[2] = level(gl_in[1].gl_Position, gl_in[2].gl_Position);
        gl_TessLevelOuter[3] = level(gl_in[2].gl_Position, gl_in[3].gl_Position);
        gl_TessLevelInner[0] = mix(gl_TessLevelOuter[0], gl_TessLevelOuter[3], 0.5);
        gl_TessLevelInner[1] = mix(gl_TessLevelOuter[2], gl_TessLevelOuter[1], 0.5);
    }
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    outUV[gl_InvocationID] = inUV[gl_InvocationID];
}
