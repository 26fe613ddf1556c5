#version 450

layout(local_size_x = 10, local_size_y = 10) in;

layout(std430, binding = 0) readonly buffer PositionsIn {
    vec4 positionsIn[];
};
layout(std430, binding = 1) buffer Velocities {
    vec4 velocities[];
};
layout(std430, binding = 2) writeonly buffer PositionsOut {
    vec4 positionsOut[];
};
layout(binding = 3) uniform Params {
    float dt;
    float mass;
    float stiffness;
    float damping;
    float restH;
    float restV;
    ivec2 grid;
    vec4 gravity;
} params;

vec3 springForce(vec3 p0, vec3 p1, float rest) {
    vec3 d = p0 - p1;
    float len = length(d);
    return len > 0.0 ? normalize(d) * params.stiffness * (len - rest) : vec3(0.0);
}

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    if (id.x >= params.grid.x || id.y >= params.grid.y) {
        return;
    }
    uint index = uint(id.y * params.grid.x + id.x);
    vec3 p = positionsIn[index].xyz;
    vec3 v = velocities[index].xyz;
    vec3 force = params.gravity.xyz * params.mass;
    if (id.x > 0) {
        force += springForce(positionsIn[index - 1u].xyz, p, params.restH);
    }
    if (id.x < params.grid.x - 1) {
        force += springForce(positionsIn[index + 1u].xyz, p, params.restH);
    }
    if (id.y > 0) {
        force += springForce(positionsIn[index - uint(params.grid.x)].xyz, p, params.restV);
    }
    if (id.y < params.grid.y - 1) {
        force += springForce(positionsIn[index + uint(params.grid.x)].xyz, p, params.restV);
    }
    force -= params.damping * v;
    vec3 a = force / params.mass;
    positionsOut[index] = vec4(p + v * params.dt + 0.5 * a * params.dt * params.dt, 1.0);
    velocities[index] = vec4(v + a * params.dt, 0.0);
}
