//== fires vert
#version 330
out vec3 vNormal;
out vec2 vUv;
void main() { vNormal = vec3(0.0); vUv = vec2(0.0); gl_Position = vec4(0.0); }
//== fires frag
#version 330
in vec3 vNorml;
in vec3 vUv;
out vec4 color;
void main() { color = vec4(vNorml, vUv.x); }
//== near vert
#version 430
out vec3 vNormal;
layout(location = 4) out vec2 vUv;
void main() { vNormal = vec3(0.0); vUv = vec2(0.0); gl_Position = vec4(0.0); }
//== near frag
#version 430
in vec3 vNormal;
in vec4 never;
layout(location = 4) in vec2 otherName;
out vec4 color;
void main() { color = vec4(vNormal, otherName.x); }
