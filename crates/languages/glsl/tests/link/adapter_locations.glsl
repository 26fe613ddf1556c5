//== split vert
#version 450
layout(location = 1) in vec2 fixed_place;
in mat3 basis;
in vec4 a, b;
out vec3 normal;
out Surface { vec4 tangent; float rough[2]; } surface;
layout(location = 0) out vec4 first;
flat out int id;
void main() { normal = basis[0]; surface.tangent = a; surface.rough[0] = b.x; first = a; id = gl_VertexIndex; gl_Position = vec4(fixed_place, 0, 1); }
//== split frag
#version 450
flat in int id;
in Surface { vec4 tangent; float rough[2]; } surface;
layout(location = 7) in vec3 normal;
layout(location = 0) in vec4 renamed;
layout(location = 1) out vec4 second;
out vec4 lowest;
void main() { second = surface.tangent * float(id) + vec4(normal, 1); lowest = renamed; }
