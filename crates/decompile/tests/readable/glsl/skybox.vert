#version 450

layout(location = 0) in vec3 position;
layout(location = 0) out vec3 direction;

layout(binding = 0) uniform Camera {
    mat4 view;
    mat4 projection;
};

void main() {
    direction = position;
    mat4 rotation = mat4(mat3(view));
    vec4 clip = projection * rotation * vec4(position, 1.0);
    gl_Position = clip.xyww;
}
