#version 450

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 normal;

layout(location = 1) out vec4 color;

layout(binding = 0, std140) uniform Uniforms {
    vec4 mvp[4];
    vec4 tint;
    uint bright;
} uniforms;

void main()
{
    float cosine = dot(normal.xyz, normal.xyz);
    vec4 r1;
    if (0.5 < cosine && 0.5 < cosine) {
        vec4 vector = uniforms.tint * cosine;
        r1 = vec4(vector.xyz, 1.0 + vector.w);
    } else {
        r1 = vec4(inversesqrt(cosine), (-uniforms.tint).yzw);
    }
    if (uniforms.bright != 0u) {
        r1.xyz = 1.0 + r1.xyz;
    }
    gl_Position = vec4(dot(uniforms.mvp[0], position), dot(uniforms.mvp[1], position), dot(uniforms.mvp[2], position), dot(uniforms.mvp[3], position));
    color = r1;
}
