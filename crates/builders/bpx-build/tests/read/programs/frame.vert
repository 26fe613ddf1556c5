#version 330
in vec3 position;
in vec4 tangent;
layout(std140) uniform Options { bool on; layout(row_major) mat4 turn; bool list[2]; };
out Surface { mat3 frame; noperspective vec2 uv; flat int kind; } to;
void main() {
    to.frame = mat3(tangent.xyz, position, cross(tangent.xyz, position));
    to.uv = on && list[1] ? position.xy : tangent.xy;
    to.kind = int(list[0]);
    gl_Position = turn * vec4(position, 1.0);
}
