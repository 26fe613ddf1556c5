Texts for Vulkan are taken as they stand.
//== vulkan-complete frag
#version 450
layout(set = 1, binding = 2) uniform sampler2D map;
layout(location = 3) in vec2 at;
layout(location = 0) out vec4 color;
void main() { color = texture(map, at); }
