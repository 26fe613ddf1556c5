#version 420
#include "scene.glsl"

in vec3 world_place;
in vec3 world_normal;
in vec2 coordinates;

layout(location = 0) out vec4 color;

uniform sampler2D albedo;

layout(std140) uniform Surface {
    vec4 tint;
    float roughness;
};

void main() {
    vec3 normal = normalize(world_normal);
    vec3 light = vec3(0.05);
    for (int i = 0; i < LAMPS; i++) {
        vec3 way = lamps[i].place - world_place;
        float distance = length(way);
        float diffuse = max(dot(normal, way / distance), 0.0);
        vec3 half_way = normalize(way / distance + normalize(eye - world_place));
        float shine = pow(max(dot(normal, half_way), 0.0), mix(64.0, 4.0, roughness));
        float fall = clamp(1.0 - distance / lamps[i].reach, 0.0, 1.0);
        light += lamps[i].color.rgb * (diffuse + shine * (1.0 - roughness)) * fall;
    }
    vec4 base = texture(albedo, coordinates) * tint;
    color = vec4(base.rgb * light, base.a);
}
