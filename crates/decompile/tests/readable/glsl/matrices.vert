#version 450

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(push_constant) uniform Transform {
    mat4 projection;
    vec3 translation;
    float angle;
    vec3 axis;
    float scale;
};
layout(location = 0) out vec3 outNormal;

mat3 rotation(vec3 a, float theta) {
    float s = sin(theta);
    float c = cos(theta);
    float t = 1.0 - c;
    return mat3(
        t * a.x * a.x + c, t * a.x * a.y + s * a.z, t * a.x * a.z - s * a.y,
        t * a.x * a.y - s * a.z, t * a.y * a.y + c, t * a.y * a.z + s * a.x,
        t * a.x * a.z + s * a.y, t * a.y * a.z - s * a.x, t * a.z * a.z + c);
}

void main() {
    mat3 R = rotation(normalize(axis), angle);
    mat4 model = mat4(R * scale);
    model[3] = vec4(translation, 1.0);
    mat3 normalMatrix = transpose(inverse(mat3(model)));
    outNormal = normalize(normalMatrix * normal);
    gl_Position = projection * model * vec4(position, 1.0);
}
