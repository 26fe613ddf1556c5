//== fires geom
#version 450
layout(triangles) in;
layout(points) in;
layout(line_strip) out;
void main() { EmitVertex(); }
//== near geom
#version 450
layout(triangles) in;
layout(line_strip, max_vertices = 2) out;
void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }
