struct Boid {
    position: vec2f,
    velocity: vec2f,
}

struct Rules {
    delta: f32,
    cohesion_distance: f32,
    separation_distance: f32,
    alignment_distance: f32,
    cohesion_scale: f32,
    separation_scale: f32,
    alignment_scale: f32,
}

@group(0) @binding(0) var<uniform> rules: Rules;
@group(0) @binding(1) var<storage, read> source: array<Boid>;
@group(0) @binding(2) var<storage, read_write> destination: array<Boid>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let total = arrayLength(&source);
    let index = id.x;
    if index >= total {
        return;
    }
    var position = source[index].position;
    var velocity = source[index].velocity;
    var center = vec2f(0.0);
    var average = vec2f(0.0);
    var separation = vec2f(0.0);
    var mass_count = 0;
    var velocity_count = 0;
    for (var i = 0u; i < total; i++) {
        if i == index {
            continue;
        }
        let other = source[i];
        let d = distance(other.position, position);
        if d < rules.cohesion_distance {
            center += other.position;
            mass_count++;
        }
        if d < rules.separation_distance {
            separation -= other.position - position;
        }
        if d < rules.alignment_distance {
            average += other.velocity;
            velocity_count++;
        }
    }
    if mass_count > 0 {
        center = center / f32(mass_count) - position;
    }
    if velocity_count > 0 {
        average /= f32(velocity_count);
    }
    velocity += center * rules.cohesion_scale + separation * rules.separation_scale + average * rules.alignment_scale;
    velocity = normalize(velocity) * clamp(length(velocity), 0.0, 0.1);
    position += velocity * rules.delta;
    if position.x < -1.0 {
        position.x = 1.0;
    }
    if position.x > 1.0 {
        position.x = -1.0;
    }
    destination[index] = Boid(position, velocity);
}
