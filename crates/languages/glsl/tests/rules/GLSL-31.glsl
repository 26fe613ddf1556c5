//== fires frag
#version 120
uniform int n;
void main() { gl_FragData[n] = vec4(1.0); gl_FragColor = vec4(0.0); }
//== near frag
#version 120
const int n = 1;
void main() { gl_FragData[0] = vec4(1.0); gl_FragData[n + 1] = vec4(0.0); }
