// Moves the new points along their normals by what a texture says.
#version 450
layout(triangles, fractional_odd_spacing, ccw) in;

layout(std140, set = 0, binding = 1) uniform Camera {
    mat4 projection;
    vec3 eye;
    float detail;
};
layout(set = 0, binding = 2) uniform texture2D height;
layout(set = 0, binding = 3) uniform sampler height_sampler;

layout(location = 2) in vec3 pointNormal[];
layout(location = 3) in vec2 pointUv[];
layout(location = 4) patch in float amount;
layout(location = 0) out vec3 normal;
layout(location = 1) out vec2 uv;

void main() {
    vec3 w = gl_TessCoord;
    uv = w.x * pointUv[0] + w.y * pointUv[1] + w.z * pointUv[2];
    normal = normalize(w.x * pointNormal[0] + w.y * pointNormal[1] + w.z * pointNormal[2]);
    vec4 place = w.x * gl_in[0].gl_Position + w.y * gl_in[1].gl_Position + w.z * gl_in[2].gl_Position;
    place.xyz += normal * textureLod(sampler2D(height, height_sampler), uv, 0.0).r * amount;
    gl_Position = projection * place;
}
