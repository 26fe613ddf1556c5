#version 450

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in uvec4 joints;
layout(location = 4) in vec4 weights;

layout(set = 0, binding = 0) uniform Camera {
    mat4 view;
    mat4 projection;
} camera;

layout(set = 0, binding = 1) readonly buffer Bones {
    mat4 bones[];
};

layout(push_constant) uniform Object {
    mat4 model;
    uint boneOffset;
} object;

layout(location = 0) out vec3 outNormal;
layout(location = 1) out vec2 outUV;

void main() {
    mat4 skin = mat4(0.0);
    for (int i = 0; i < 4; i++) {
        skin += bones[object.boneOffset + joints[i]] * weights[i];
    }
    mat4 world = object.model * skin;
    outNormal = mat3(world) * normal;
    outUV = uv;
    gl_Position = camera.projection * camera.view * world * vec4(position, 1.0);
}
