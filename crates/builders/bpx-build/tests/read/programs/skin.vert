#version 400
const int BONES = 8 * 2;
uniform Bones { mat4 bones[BONES]; };
uniform mat4 projection;
in vec3 position;
in vec4 weights;
in ivec4 joints;
out vec3 world;

mat4 blend(const in vec4 w, in ivec4 j) {
    mat4 sum = bones[j.x] * w.x;
    sum += bones[j.y] * w.y + bones[j.z] * w.z;
    return sum + bones[j.w] * w.w;
}

void main() {
    vec4 p = blend(weights, joints) * vec4(position, 1);
    world = p.xyz;
    gl_Position = projection * p;
}
