//== fires frag
#version 450
layout(location = 0) out vec4 color;
layout(locaton = 1) in vec2 uv;
layout(binding = 0) in vec2 other;
void main() { color = vec4(1.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
layout(location = 1) in vec2 uv;
layout(binding = 0) uniform Block { vec2 other; };
void main() { color = vec4(uv, other); }
