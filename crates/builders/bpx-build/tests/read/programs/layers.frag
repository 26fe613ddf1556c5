#version 300 es
precision mediump float;
precision lowp sampler2DArray;
in vec2 v_uv;
uniform sampler2DArray u_layers;
uniform highp isampler2D u_ids;
uniform float u_time;
layout(location = 0) out vec4 o_color;
layout(location = 1) out highp ivec4 o_id;

lowp vec4 get(lowp sampler2DArray layers, int layer) {
    lowp vec3 at = vec3(v_uv, float(layer));
    return texture(layers, at);
}

void main() {
    precision highp int;
    o_color = get(u_layers, int(u_time));
    o_id = texelFetch(u_ids, ivec2(v_uv), 0);
    if (o_color.a < 0.5) discard;
}
