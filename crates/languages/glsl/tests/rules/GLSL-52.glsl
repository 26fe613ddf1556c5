//== fires frag
#version 450
layout(location = 0) out vec4 color;
flat smooth in vec2 uv;
void main() { color = vec4(uv, uv); const float x; }
//== near frag
#version 450
layout(location = 0) out vec4 color;
flat in vec2 uv;
void main() { const float x = 1.0; color = vec4(uv, x, x); }
