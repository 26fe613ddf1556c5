struct Particle {
    position: vec3f,
    life: f32,
    velocity: vec3f,
    seed: u32,
}

struct Simulation {
    gravity: vec3f,
    delta_time: f32,
    emitter: vec3f,
    lifetime: f32,
}

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<uniform> simulation: Simulation;

fn next_random(state: ptr<function, u32>) -> f32 {
    *state = *state * 747796405u + 2891336453u;
    let word = ((*state >> ((*state >> 28u) + 4u)) ^ *state) * 277803737u;
    return f32((word >> 22u) ^ word) / 4294967295.0;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&particles) {
        return;
    }
    var p = particles[id.x];
    p.life -= simulation.delta_time;
    if p.life <= 0.0 {
        var seed = p.seed;
        p.position = simulation.emitter;
        p.velocity = vec3f(next_random(&seed) - 0.5, next_random(&seed), next_random(&seed) - 0.5) * 4.0;
        p.life = simulation.lifetime;
        p.seed = seed;
    } else {
        p.velocity += simulation.gravity * simulation.delta_time;
        p.position += p.velocity * simulation.delta_time;
    }
    particles[id.x] = p;
}
