//== split comp
#version 430
layout(local_size_x = 4) in;
layout(std430) buffer Data { float values[2][3]; vec4 rest[]; };
float[2] pair = float[2](1.0, 2.0), single[3];
void main() {
    const int N = 1 + 1;
    float a[N][3], b = 1.0, c[] = float[](1.0, 2.0, b);
    float[2][3] d = float[2][3](float[3](1.0, 2.0, 3.0), float[3](1.0, 2.0, 3.0));
    for (int i = 0, j = N; i < j; ++i) a[i][2] = c[2] + d[1][2] + pair[i];
    values[1][2] = a[1][2];
    rest[0] = vec4(single[0][1]);
}
