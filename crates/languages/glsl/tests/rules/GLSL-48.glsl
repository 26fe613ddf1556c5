//== fires frag
#version 450
layout(location = 0) out vec4 color;
uniform Block { float light; };
void main() { light = 2.0; color.xx = vec2(1.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
uniform Block { float light; };
void main() { float own = light; own = 2.0; color.xy = vec2(own); }
