//== fires geom
#version 150 compatibility
layout(points) in;
layout(points, max_vertices = 1) out;
void main() {
    gl_Position = gl_in[0].gl_Position;
    gl_ClipVertex = gl_Position;
    EmitVertex();
}
//== near vert
#version 120
void main() {
    gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex + ftransform();
    gl_TexCoord[0] = gl_MultiTexCoord0;
    gl_ClipVertex = gl_ModelViewMatrix * gl_Vertex;
}
