#version 450

layout(quads, fractional_even_spacing, cw) in;

layout(location = 0) in Corner {
    vec3 normal;
    vec2 uv[2];
} bent[];
layout(location = 3) in mat3 turned[];
layout(location = 6) patch in vec4 tints[2];
layout(location = 8) patch in Look {
    float height;
    uvec2 cell;
} look;

layout(location = 0) out vec3 normal;
layout(location = 1) out vec4 tint;

layout(set = 0, binding = 0) uniform View {
    mat4 camera;
    float detail;
} view;
layout(set = 0, binding = 2) uniform sampler2D heights;

vec4 between(vec4 a, vec4 b, vec4 c, vec4 d)
{
    return mix(mix(a, b, gl_TessCoord.x), mix(d, c, gl_TessCoord.x), gl_TessCoord.y);
}

vec2 uv_of(int index)
{
    return bent[index].uv[0] + bent[index].uv[1];
}

void main()
{
    vec4 place = between(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_in[2].gl_Position, gl_in[3].gl_Position);
    vec2 uv = mix(uv_of(0), uv_of(2), gl_TessCoord.xy);
    place.y += textureLod(heights, uv, 0.0).x * look.height;
    normal = turned[1] * bent[1].normal + turned[int(look.cell.x) & 3][gl_PrimitiveID & 1];
    tint = tints[gl_PrimitiveID & 1] * float(gl_PatchVerticesIn) + vec4(gl_TessLevelOuter[1], gl_TessLevelInner[0], gl_TessCoord.z, 1.0);
    gl_Position = view.camera * place;
}
