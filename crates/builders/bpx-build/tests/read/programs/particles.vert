#version 430 core
struct Particle { vec4 place; vec4 speed; };
struct Emitter { Particle first; float rates[4]; };
uniform Emitter emitters[2];
uniform float time;
layout(location = 0) in vec2 corner;
out vec4 tint;

Particle at(Emitter e, float t) {
    Particle p = e.first;
    p.place += p.speed * t;
    return p;
}

void main() {
    Particle moved = at(emitters[gl_InstanceID % 2], time);
    tint = vec4(emitters[1].rates[2], emitters[0].rates[0], 0.0, 1.0);
    gl_Position = moved.place + vec4(corner, 0.0, 0.0);
}
