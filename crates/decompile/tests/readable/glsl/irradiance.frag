#version 450

layout(binding = 0) uniform samplerCube environment;
layout(location = 0) in vec3 localPos;
layout(location = 0) out vec4 outColor;

const float PI = 3.14159265359;

void main() {
    vec3 N = normalize(localPos);
    vec3 up = vec3(0.0, 1.0, 0.0);
    vec3 right = normalize(cross(up, N));
    up = cross(N, right);
    vec3 irradiance = vec3(0.0);
    float samples = 0.0;
    for (float phi = 0.0; phi < 2.0 * PI; phi += 0.025) {
        for (float theta = 0.0; theta < 0.5 * PI; theta += 0.1) {
            vec3 tangentSample = vec3(sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta));
            vec3 sampleVec = tangentSample.x * right + tangentSample.y * up + tangentSample.z * N;
            irradiance += texture(environment, sampleVec).rgb * cos(theta) * sin(theta);
            samples++;
        }
    }
    outColor = vec4(PI * irradiance / samples, 1.0);
}
