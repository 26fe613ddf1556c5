#version 450
layout(location = 0) flat in uvec2 fourth;
layout(location = 1) in float fifth[2];
layout(location = 0) out vec4 color;

void main() {
    color = vec4(vec2(fourth), fifth[0], fifth[1]);
}
