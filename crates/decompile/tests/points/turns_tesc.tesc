#version 450
layout(vertices = 4) out;

layout(location = 0) in float weight[];
layout(location = 0) out vec4 kept[];
layout(location = 1) patch out float weights[4];
layout(location = 5) patch out vec4 spread;

layout(std140, binding = 0) uniform Levels {
    float finest;
};

float level(int point)
{
    return clamp(weight[point] * finest, 1.0, finest);
}

void give(int point)
{
    weights[gl_InvocationID] = level(point);
    gl_TessLevelOuter[gl_InvocationID] = weights[gl_InvocationID];
}

void main()
{
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    kept[gl_InvocationID] = vec4(level(gl_InvocationID), float(gl_PatchVerticesIn), 0.0, 1.0);
    give(gl_InvocationID);
    if (gl_InvocationID < 2) {
        gl_TessLevelInner[gl_InvocationID] = level(gl_InvocationID + 2);
    }
    spread = vec4(finest);
}
