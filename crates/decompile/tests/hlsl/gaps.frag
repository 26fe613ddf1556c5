#version 450
struct Layer { vec4 color; float rough; };
struct Material { Layer base; Layer coat; vec2 scale; };
layout(std140, binding = 0) uniform Materials { Material materials[3]; float time; };
layout(location = 0) flat in int index;
layout(location = 0) out vec4 color;
void main() { Material one = materials[index]; color = one.base.color * one.coat.rough + vec4(one.scale, 0.0, time); }
