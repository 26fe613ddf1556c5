#version 450

layout(location = 0) in vec3 weights;
layout(location = 1) flat in int component;
layout(location = 2) flat in uint column;
layout(location = 3) in float amount;
layout(location = 0) out vec4 color;

void main()
{
    vec4 sum = vec4(amount);
    sum[component & 3] += weights.x;
    mat3 turn = mat3(1.0);
    turn[1][column % 3u] = weights.y;
    for (int i = 0; i < 3; i++) {
        sum[i] += weights[i];
        for (int j = 1; j <= i; j++) {
            turn[2][j] = weights[j] * amount;
        }
    }
    color = sum + vec4(turn * weights, 1.0);
}
