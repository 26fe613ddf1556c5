#version 330
uniform struct Material { vec3 color; float rough; } material, other[2];
struct { float a; } unnamed;
in vec3 n;
out vec4 color;

void main() {
    unnamed.a = other[1].rough;
    color = vec4(material.color * n, unnamed.a);
}
