#version 450

layout(local_size_x = 256) in;

struct Particle {
    vec3 position;
    float life;
    vec3 velocity;
    float seed;
};

layout(std430, binding = 0) buffer Particles {
    Particle particles[];
};
layout(binding = 1) uniform Simulation {
    vec3 gravity;
    float deltaTime;
    vec3 emitter;
    float lifetime;
    uint count;
};

float random(inout float seed) {
    seed = fract(sin(seed * 78.233) * 43758.5453);
    return seed;
}

void main() {
    uint id = gl_GlobalInvocationID.x;
    if (id >= count) {
        return;
    }
    Particle p = particles[id];
    p.life -= deltaTime;
    if (p.life <= 0.0) {
        p.position = emitter;
        p.velocity = vec3(random(p.seed) - 0.5, random(p.seed), random(p.seed) - 0.5) * 5.0;
        p.life = lifetime;
    } else {
        p.velocity += gravity * deltaTime;
        p.position += p.velocity * deltaTime;
        if (p.position.y < 0.0) {
            p.position.y = -p.position.y;
            p.velocity.y *= -0.6;
        }
    }
    particles[id] = p;
}
