//== fires frag
#version 330
layout(location = 0) out vec4 color;
void main() { color = vec4(bitCount(7)); }
//== near frag
#version 400
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D picture;
void main() { color = texture(picture, vec2(0.0)) * float(bitCount(7)); }
