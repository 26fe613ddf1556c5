#version 450

layout(set = 0, binding = 0) uniform sampler2D colorMap;
layout(set = 0, binding = 1) uniform sampler2D positionMap;
layout(set = 0, binding = 2) uniform sampler2D normalMap;
layout(set = 0, binding = 3) uniform Params {
    mat4 projection;
    float stepSize;
    float thickness;
    int maxSteps;
    int refinements;
};
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec2 project(vec3 p) {
    vec4 clip = projection * vec4(p, 1.0);
    return clip.xy / clip.w * 0.5 + 0.5;
}

bool trace(vec3 origin, vec3 dir, out vec2 hitUV) {
    vec3 p = origin;
    for (int i = 0; i < maxSteps; i++) {
        p += dir * stepSize;
        hitUV = project(p);
        if (any(lessThan(hitUV, vec2(0.0))) || any(greaterThan(hitUV, vec2(1.0)))) {
            return false;
        }
        float delta = textureLod(positionMap, hitUV, 0.0).z - p.z;
        if (delta > 0.0 && delta < thickness) {
            vec3 half_step = dir * stepSize * 0.5;
            for (int j = 0; j < refinements; j++) {
                float d = textureLod(positionMap, project(p), 0.0).z - p.z;
                p += d > 0.0 ? -half_step : half_step;
                half_step *= 0.5;
            }
            hitUV = project(p);
            return true;
        }
    }
    return false;
}

void main() {
    vec3 position = texture(positionMap, uv).xyz;
    vec3 normal = normalize(texture(normalMap, uv).xyz);
    vec3 dir = reflect(normalize(position), normal);
    color = texture(colorMap, uv);
    vec2 hit;
    if (trace(position, dir, hit)) {
        vec2 edge = smoothstep(0.0, 0.1, hit) * (1.0 - smoothstep(0.9, 1.0, hit));
        color.rgb = mix(color.rgb, textureLod(colorMap, hit, 0.0).rgb, edge.x * edge.y * 0.5);
    }
}
