#version 450

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 bones;

layout(location = 1) out vec4 color;

layout(binding = 0, std140) uniform Uniforms {
    vec4 links[8];
    vec4 colors[8];
    vec4 c16_to_c95[80];
} uniforms;

vec4 c_register(int base, int offset)
{
    int index = base + (offset < -128 || offset > 127 ? 0 : offset) & 127;
    if (index < 8) {
        return uniforms.links[index];
    }
    if (index < 16) {
        return uniforms.colors[index - 8];
    }
    if (index < 96) {
        return uniforms.c16_to_c95[index - 16];
    }
    return vec4(1.0);
}

void main()
{
    int index = int(clamp(bones.x, -256.0, 256.0));
    gl_Position = position;
    color = c_register(8, int(clamp(c_register(0, index).y, -256.0, 256.0))) + c_register(8, int(clamp(c_register(0, index).x, -256.0, 256.0)));
}
