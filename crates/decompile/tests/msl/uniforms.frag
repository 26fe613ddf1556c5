#version 330
uniform float gain; uniform vec4 tints[3]; uniform mat3 turn; uniform sampler2D albedo;
in vec2 uv; out vec4 color;
void main(){ color = texture(albedo, uv) * gain + tints[int(uv.x) % 3]; color.rgb = turn * color.rgb; }
