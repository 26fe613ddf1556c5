#version 450
in Vertex { vec3 normal; vec4 tangents[2]; } v;
layout(location = 0) out vec4 a;
out vec4 b;
struct Item { vec4 color; float weights[3]; };
layout(std430, binding = 0) readonly buffer Items { int count; Item items[]; };
uniform Item chosen[2];
uniform bool on;
uniform ivec3 sizes;
uniform mat3 rot;

void main() {
    a = vec4(v.normal, 1) + v.tangents[1];
    b = vec4(0);
    for (int i = 0; i < count; ++i) b += items[i].color * items[i].weights[1];
    if (on) b += chosen[1].color * float(sizes.x) * rot[0][1];
}
