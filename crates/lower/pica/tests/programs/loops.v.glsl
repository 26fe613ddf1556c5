#version 450

layout(location = 0) in vec4 position;

layout(location = 1) out vec4 color;

layout(binding = 0, std140) uniform Uniforms {
    vec4 weights[8];
    vec4 c8_to_c94[87];
    uvec4 count;
} uniforms;

vec4 c_register(int base, int offset)
{
    int index = base + (offset < -128 || offset > 127 ? 0 : offset) & 127;
    if (index == 95) {
        return vec4(0.0, 0.0, 0.5, 1.0);
    }
    if (index < 8) {
        return uniforms.weights[index];
    }
    if (index < 95) {
        return uniforms.c8_to_c94[index - 8];
    }
    return vec4(1.0);
}

void main()
{
    int loop0_step = int(uniforms.count.z & 255u);
    int loop0_left = int(uniforms.count.x & 255u);
    vec4 r0 = vec4(0.0);
    int aL = int(uniforms.count.y & 255u);
    for (;;) {
        int index = aL;
        vec4 vector = c_register(0, index) + r0;
        r0 = vector;
        if (1.0 < vector.x) {
            aL = index + loop0_step;
            break;
        }
        r0.z = 0.5 * vector.z;
        aL = index + loop0_step;
        if (loop0_left == 0) {
            break;
        }
        loop0_left--;
    }
    gl_Position = position;
    color = r0;
}
