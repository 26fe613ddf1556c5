//== fires frag
#version 330
uniform samplerBuffer numbers;
uniform sampler2DRect window;
uniform sampler2D pictures[4];
vec4 first(sampler2D all[4]) { return texture(all[0], vec2(0.0)); }
void main() {}
//== near geom
#version 450
layout(points) in;
layout(points, max_vertices = 1) out;
uniform sampler2D pictures[4];
void main() { gl_Position = textureLod(pictures[2], vec2(0.0), 0.0); EmitVertex(); }
