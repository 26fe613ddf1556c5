#version 450

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 bones;

layout(location = 1) out vec4 color;

layout(binding = 0, std140) uniform Uniforms {
    vec4 first[4];
    vec4 second[4];
    vec4 light;
    vec4 c9_to_c94[86];
} uniforms;

vec4 c_register(int base, int offset)
{
    int index = base + (offset < -128 || offset > 127 ? 0 : offset) & 127;
    if (index == 95) {
        return vec4(0.0, 0.0, 0.5, 1.0);
    }
    if (index < 4) {
        return uniforms.first[index];
    }
    if (index < 8) {
        return uniforms.second[index - 4];
    }
    if (index < 9) {
        return uniforms.light;
    }
    if (index < 95) {
        return uniforms.c9_to_c94[index - 9];
    }
    return vec4(1.0);
}

void main()
{
    int index = int(clamp(bones.y, -256.0, 256.0));
    float cosine = dot(c_register(0, int(clamp(bones.x, -256.0, 256.0))), position);
    float value = dot(position.xyz, c_register(4, index).xyz) + c_register(4, index).w;
    float value2 = max(uniforms.light.x, 0.0);
    float value3 = clamp(uniforms.light.y, -127.99609, 127.99609);
    float value4 = 1.0 / cosine;
    float cell = floor(value);
    vec4 vector = vec4(value2, value3, 0.0, max(uniforms.light.w, 0.0)) * vec4(exp2(value3) >= log2(value2) ? 1.0 : 0.0, value4 < cell ? 1.0 : 0.0, min(value2, value4), cell);
    gl_Position = vec4(cosine, value, 1.0, 1.0);
    color = vector + vec4(cosine, value, 1.0, 1.0);
}
