//== fires vert
#version 120
void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex + ftransform(); gl_TexCoord[0] = gl_MultiTexCoord0; }
//== near vert
#version 120
attribute vec4 gl_Vertexes;
uniform mat4 gl_Model;
vec4 ftransform() { return gl_Model * gl_Vertexes; }
void main() { gl_Position = ftransform(); }
