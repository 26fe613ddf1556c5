#version 450

layout(constant_id = 0) const int QUALITY = 2;
layout(constant_id = 1) const bool TWO_SIDED = false;

layout(binding = 0) uniform Light {
    vec3 points[4];
    vec3 radiance;
};
layout(location = 0) in vec3 P;
layout(location = 1) in vec3 N;
layout(location = 0) out vec4 color;

float integrateEdge(vec3 a, vec3 b, vec3 n) {
    float cosTheta = clamp(dot(a, b), -0.9999, 0.9999);
    float theta = acos(cosTheta);
    return dot(cross(a, b), n) * theta / sin(theta);
}

void main() {
    vec3 L[4];
    for (int i = 0; i < 4; i++) {
        L[i] = normalize(points[i] - P);
    }
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        sum += integrateEdge(L[i], L[(i + 1) % 4], N);
    }
    sum = TWO_SIDED ? abs(sum) : max(sum, 0.0);
    if (QUALITY > 1) {
        sum *= 1.0 - 0.05 * float(QUALITY);
    }
    color = vec4(radiance * sum * 0.15915494, 1.0);
}
