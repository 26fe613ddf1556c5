//== fires vert
#version 330
uniform mat4 view;
struct Light { vec3 color; };
uniform Light lights[2];
uniform Fog { vec4 color; float density; };
void main() { gl_Position = view[0]; }
//== fires frag
#version 330
uniform mat3 view;
struct Light { vec4 color; };
uniform Light lights[2];
uniform Fog { vec4 color; vec2 density; };
void main() {}
//== near vert
#version 330
uniform highp mat4 view;
struct Light { vec3 color; };
uniform Light lights[2];
uniform Fog { vec4 color; float density; };
void main() { gl_Position = view[0]; }
//== near frag
#version 330
uniform mat4 view;
struct Light { vec3 color; };
const int COUNT = 2;
uniform Light[COUNT] lights;
uniform Fog { mediump vec4 color; float density; } fog;
void main() {}
