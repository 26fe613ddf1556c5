#version 400
in vec3 world;
out vec4 color;

void main() {
    vec3 n = normalize(cross(dFdx(world), dFdy(world)));
    color = vec4(n * 0.5 + 0.5, 1);
}
