#version 420
#include "scene.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;

uniform mat4 world;

out vec3 world_place;
out vec3 world_normal;
out vec2 coordinates;

void main() {
    vec4 place = world * vec4(position, 1.0);
    world_place = place.xyz;
    world_normal = mat3(world) * normal;
    coordinates = uv;
    gl_Position = view_projection * place;
}
