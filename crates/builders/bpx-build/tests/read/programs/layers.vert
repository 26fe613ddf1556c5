#version 300 es
precision highp float;
layout(location = 0) in vec4 a_position;
in mediump vec2 a_uv;
uniform mat4 u_matrix;
uniform mediump vec2 u_offset[4];
out mediump vec2 v_uv;

void main() {
    int i = gl_InstanceID & 3;
    v_uv = a_uv + u_offset[i];
    gl_Position = u_matrix * a_position;
    gl_PointSize = 2.0;
}
