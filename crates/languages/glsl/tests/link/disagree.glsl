What stages do not agree on.
//== uniforms vert
#version 330
uniform vec4 tint;
uniform Block { vec4 a; vec4 b; };
uniform Named { vec4 c; } named;
in vec4 position;
out vec3 at;
out vec2 other;
void main() { gl_Position = position + tint + a + named.c; at = vec3(0.0); other = vec2(0.0); }
//== uniforms frag
#version 330
uniform vec3 tint;
uniform Block { vec4 a; vec3 b; };
uniform Named { vec4 c; };
in vec3 at;
in vec4 other;
in vec2 missing;
out vec4 color;
void main() { color = vec4(tint + at + b, 1.0) + c + other + missing.xyxy; }
//== locations vert
#version 440
layout(location = 0) in mat4 first;
layout(location = 3) in vec4 second;
layout(location = 5, component = 0) in vec2 third;
layout(location = 5, component = 2) in vec2 fourth;
layout(location = 5, component = 1) in float fifth;
void main() { gl_Position = first[0] + second + vec4(third, fourth) * fifth; }
//== places frag
#version 420
layout(binding = 1) uniform sampler2D one;
layout(binding = 1) uniform sampler2D two;
layout(set = 3, binding = 0) uniform Taken { vec4 a; };
uniform float loose;
layout(location = 0) out vec4 color;
void main() { color = texture(one, vec2(loose)) + texture(two, vec2(0.0)) + a; }
