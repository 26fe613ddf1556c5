#version 450

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform writeonly image2D result;
layout(push_constant) uniform View {
    vec2 center;
    float zoom;
    int maxIterations;
};

void main() {
    vec2 size = vec2(imageSize(result));
    vec2 c = center + (vec2(gl_GlobalInvocationID.xy) / size - 0.5) * zoom;
    vec2 z = vec2(0.0);
    int n = 0;
    do {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        n++;
    } while (dot(z, z) < 4.0 && n < maxIterations);
    float t = float(n) / float(maxIterations);
    vec3 color = n == maxIterations ? vec3(0.0) : 0.5 + 0.5 * cos(6.2831 * (t + vec3(0.0, 0.33, 0.67)));
    imageStore(result, ivec2(gl_GlobalInvocationID.xy), vec4(color, 1.0));
}
