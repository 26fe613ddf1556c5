#version 330
in Surface { mat3 frame; noperspective vec2 uv; flat int kind; } from;
out vec4 color;
void main() { color = vec4(from.frame * vec3(from.uv, 1.0), float(from.kind)); }
