#version 450

struct Instance {
    vec4 positionScale;
    vec4 rotation;
    vec4 tint;
};

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

layout(set = 0, binding = 0) uniform Globals {
    mat4 viewProj;
};
layout(std430, set = 0, binding = 1) readonly buffer Instances {
    Instance instances[];
};

layout(location = 0) out vec3 vNormal;
layout(location = 1) out vec4 vTint;

vec3 rotate(vec3 v, vec4 q) {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main() {
    Instance inst = instances[gl_InstanceIndex];
    vec3 world = rotate(position * inst.positionScale.w, inst.rotation) + inst.positionScale.xyz;
    vNormal = rotate(normal, inst.rotation);
    vTint = inst.tint;
    gl_Position = viewProj * vec4(world, 1.0);
}
