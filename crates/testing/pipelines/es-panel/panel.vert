#version 310 es
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 corner;
layout(location = 0) out highp vec2 uv;

layout(std140, binding = 2) uniform Layout
{
    vec4 frame;
    vec2 origin;
};

void main()
{
    uv = corner * frame.zw + origin;
    gl_Position = vec4(position * (0.5 + 0.5 * frame.xy), 0.5, 1.0);
}
