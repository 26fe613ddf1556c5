#version 450

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 normal;

layout(location = 1) out vec4 color;

layout(binding = 0, std140) uniform Uniforms {
    vec4 mvp[4];
    vec4 light;
    vec4 tint;
} uniforms;

void main()
{
    gl_Position = vec4(dot(uniforms.mvp[0], position), dot(uniforms.mvp[1], position), dot(uniforms.mvp[2], position), dot(uniforms.mvp[3], position));
    color = vec4((uniforms.tint * max(vec4(0.0), dot(uniforms.light.xyz, normal.xyz))).xyz, 1.0);
}
