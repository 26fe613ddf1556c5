#version 450

layout(quads, equal_spacing, cw) in;

layout(binding = 0) uniform Camera {
    mat4 viewProj;
    float heightScale;
};
layout(binding = 1) uniform sampler2D heightMap;

layout(location = 0) in vec2 inUV[];
layout(location = 0) out vec2 outUV;
layout(location = 1) out vec3 outNormal;

void main() {
    vec2 uv0 = mix(inUV[0], inUV[1], gl_TessCoord.x);
    vec2 uv1 = mix(inUV[3], inUV[2], gl_TessCoord.x);
    outUV = mix(uv0, uv1, gl_TessCoord.y);
    vec4 p0 = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
    vec4 p1 = mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x);
    vec4 position = mix(p0, p1, gl_TessCoord.y);
    position.y += textureLod(heightMap, outUV, 0.0).r * heightScale;
    float right = textureLodOffset(heightMap, outUV, 0.0, ivec2(1, 0)).r;
    float left = textureLodOffset(heightMap, outUV, 0.0, ivec2(-1, 0)).r;
    float up = textureLodOffset(heightMap, outUV, 0.0, ivec2(0, 1)).r;
    float down = textureLodOffset(heightMap, outUV, 0.0, ivec2(0, -1)).r;
    outNormal = normalize(vec3(left - right, 2.0 / heightScale, down - up));
    gl_Position = viewProj * position;
}
