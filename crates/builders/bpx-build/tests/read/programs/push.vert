#version 450
layout(push_constant) uniform Push { mat4 matrix; vec4 tint; } push;
layout(location = 0) in vec3 position;
layout(location = 0) out vec4 tint;

void main() {
    tint = push.tint;
    gl_Position = push.matrix * vec4(position, 1.0);
}
