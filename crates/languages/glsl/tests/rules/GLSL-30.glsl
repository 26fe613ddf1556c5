//== fires vert
#version 330
void main() { gl_Position = vec4(gl_InstanceID, gl_InstanceID, 0, 1); }
//== near vert
#version 450
void main() { gl_Position = vec4(gl_InstanceIndex, gl_VertexIndex, 0, 1); }
