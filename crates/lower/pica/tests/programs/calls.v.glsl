#version 450

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color0;

layout(location = 1) out vec4 color;

layout(binding = 0, std140) uniform Uniforms {
    vec4 mvp[4];
    uint flat_;
} uniforms;

vec4 r0 = vec4(0.0);
vec4 o0 = vec4(0.0);
vec4 o1 = vec4(0.0);

bool proc_4()
{
    o1 = color0;
    if (uniforms.flat_ != 0u) {
        return true;
    }
    o1 = 0.5 * color0;
    return false;
}

void proc_0()
{
    o0 = vec4(dot(uniforms.mvp[0], r0), dot(uniforms.mvp[1], r0), dot(uniforms.mvp[2], r0), dot(uniforms.mvp[3], r0));
}

void program()
{
    r0 = position;
    proc_0();
    bool result = proc_4();
    if (result) {
        return;
    }
    o0.x = 0.5 + r0.x;
}

void main()
{
    program();
    gl_Position = o0;
    color = o1;
}
