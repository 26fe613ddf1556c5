#version 330 core
#include "lights.glsl"
in vec3 position;
in vec3 normal;
in vec2 uv;
out vec3 vNormal;
out vec2 vUv;
out vec3 vWorld;
flat out int vId;
void main() {
    vec4 world = model * vec4(position, 1.0);
    vWorld = world.xyz;
    vNormal = mat3(model) * normal;
    vUv = uv;
    vId = gl_VertexID + gl_InstanceID;
    gl_Position = viewProjection * world;
}
