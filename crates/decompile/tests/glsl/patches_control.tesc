#version 450

layout(vertices = 3) out;

layout(location = 0) in vec3 normal[];

layout(location = 0) out vec3 bent[];
layout(location = 1) patch out vec4 edge;

layout(binding = 0, std140) uniform Detail {
    float near;
    float far;
} detail;

void main()
{
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    bent[gl_InvocationID] = normalize(normal[gl_InvocationID]);
    if (gl_InvocationID == 0) {
        float level = mix(detail.near, detail.far, gl_in[0].gl_Position.z);
        gl_TessLevelOuter[0] = level;
        gl_TessLevelOuter[1] = level;
        gl_TessLevelOuter[2] = level;
        gl_TessLevelInner[0] = level * 0.5;
        edge = vec4(level, float(gl_PatchVerticesIn), float(gl_PrimitiveID), 1.0);
    }
}
