#version 450

struct Light {
    vec3 direction;
    float strength;
};

layout(constant_id = 3) const int COUNT = 2;

layout(set = 1, binding = 0) uniform Scene {
    mat4 view;
    Light lights[4];
    vec4 ambient;
} scene;
layout(push_constant) uniform Draw {
    vec4 tint;
    float gloss;
} draw;
layout(set = 0, binding = 3) uniform sampler2D albedo;
layout(set = 2, binding = 1) uniform texture2D detail;
layout(set = 2, binding = 4) uniform sampler nearest;

layout(location = 0) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 color;

vec3 light(Light one)
{
    float cosine = max(dot(normal, one.direction), 0.0);
    return vec3(cosine * one.strength);
}

void main()
{
    vec4 base = texture(albedo, uv);
    base *= texture(sampler2D(detail, nearest), uv * 8.0);
    vec3 sum = scene.ambient.rgb;
    for (int i = 0; i < COUNT; i++) {
        sum += light(scene.lights[i]);
    }
    if (draw.gloss > 0.5) {
        sum *= 2.0;
    }
    color = vec4(base.rgb * sum, 1.0) * draw.tint;
}
