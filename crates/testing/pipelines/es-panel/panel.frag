#version 310 es
precision mediump float;
layout(location = 0) in highp vec2 uv;
layout(binding = 0) uniform mediump sampler2D skin;
layout(binding = 1) uniform mediump sampler2D mask;
layout(location = 0) out vec4 color;

void main()
{
    mediump vec4 under = texture(skin, uv);
    mediump float part = texture(mask, uv.yx).r;
    color = part > 0.5 ? under : under.bgra * 0.5;
}
