#version 450

layout(vertices = 4) out;

layout(location = 0) in Corner {
    vec3 normal;
    vec2 uv[2];
} corners[];
layout(location = 3) in mat3 frames[];

layout(location = 0) out Corner {
    vec3 normal;
    vec2 uv[2];
} bent[];
layout(location = 3) out mat3 turned[];
layout(location = 6) patch out vec4 tints[2];
layout(location = 8) patch out Look {
    float height;
    uvec2 cell;
} look;

layout(set = 0, binding = 0) uniform View {
    mat4 camera;
    float detail;
} view;

layout(set = 0, binding = 1) buffer Seen {
    uint count;
} seen;

float level_of(vec4 a, vec4 b)
{
    return clamp(view.detail / max(distance(a, b), 0.1), 1.0, 64.0);
}

vec4 corner_of(int index)
{
    return view.camera * gl_in[index].gl_Position;
}

void main()
{
    int own = gl_InvocationID;
    int next = (own + 1) & 3;
    gl_out[gl_InvocationID].gl_Position = gl_in[own].gl_Position;
    gl_out[gl_InvocationID].gl_PointSize = 1.0;
    bent[gl_InvocationID].normal = normalize(corners[own].normal + corners[next].normal);
    bent[gl_InvocationID].uv[0] = corners[own].uv[0];
    bent[gl_InvocationID].uv[1] = corners[own].uv[own & 1];
    turned[gl_InvocationID] = frames[own];
    turned[gl_InvocationID][1] = corners[own].normal;
    gl_TessLevelOuter[own] = level_of(corner_of(own), corner_of(next));
    barrier();
    if (own == 0) {
        gl_TessLevelInner[0] = max(gl_TessLevelOuter[0], gl_TessLevelOuter[2]);
        gl_TessLevelInner[1] = max(gl_TessLevelOuter[1], gl_TessLevelOuter[3]);
        tints[0] = vec4(bent[1].normal, 1.0);
        tints[1] = vec4(float(gl_PatchVerticesIn));
        look.height = gl_out[2].gl_Position.y;
        look.cell = uvec2(uint(gl_PrimitiveID), 7u);
        atomicAdd(seen.count, 1u);
    }
}
