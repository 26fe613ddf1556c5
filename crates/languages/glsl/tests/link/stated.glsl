Texts for Vulkan are taken as they stand.
//== vulkan-complete frag
#version 450
layout(set = 1, binding = 2) uniform sampler2D map;
layout(location = 3) in vec2 at;
layout(location = 0) out vec4 color;
void main() { color = texture(map, at); }
//== vulkan-missing frag
#version 450
layout(std140) uniform Light
{
    vec4 tint;
} light;
layout(location = 0) out vec4 color;
void main() { color = light.tint; }
//== vulkan-unplaced vert
#version 450
out Passed
{
    vec4 tint;
} passed;
void main() { gl_Position = vec4(0.0); passed.tint = vec4(1.0); }
