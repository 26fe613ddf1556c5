#version 450
// Blocks, push constants and loops that every effect may have.
struct Light { vec2 place; vec3 color; };
layout(set = 0, binding = 0) uniform Scene { vec2 size; Light lights[4]; mat3 turn; int steps[2]; } scene;
layout(push_constant) uniform Push { float time; } push;
layout(constant_id = 0) const float SOFT = 0.25;
layout(location = 0) out vec4 color;
const float WEIGHTS[3] = float[3](0.25, 0.5, 0.25);

vec3 lit(Light light, vec2 p) {
    return light.color / (SOFT + length(p - light.place));
}

void main() {
    vec2 p = gl_FragCoord.xy / scene.size;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        sum += lit(scene.lights[i], p);
    }
    for (int i = 2; i >= 0; i--) {
        sum *= WEIGHTS[i];
    }
    if (p.x > 0.5) {
        color = vec4(scene.turn * sum, 1.0);
        return;
    }
    color = vec4(sum * push.time, float(scene.steps[1]));
}
