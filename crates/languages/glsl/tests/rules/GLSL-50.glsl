//== fires frag
#version 450
layout(location = 0) out vec4 color;
struct Light { vec3 place; };
void main() { Light light = Light(vec3(1.0)); color = vec4(light.power); color = color.xyr; }
//== near frag
#version 450
layout(location = 0) out vec4 color;
struct Light { vec3 place; };
void main() { Light light = Light(vec3(1.0)); color = vec4(light.place, 1.0).rgba; }
