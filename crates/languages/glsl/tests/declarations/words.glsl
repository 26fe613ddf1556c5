//== frag opengl
#version 120
void main() { int buffer = 1, sample = 2, uint = 3, layout = 4, highp = 5; gl_FragColor = vec4(buffer + sample + uint + layout + highp); }
//== frag opengl GLSL-41 2
#version 120
void main() { int filter = 1; }
//== frag opengl GLSL-41 2
#version 450
void main() { int resource = 1; }
//== frag opengl
#version 400
void main() { int resource = 1; }
//== frag opengl
#version 330
uniform sampler2D sampler;
in vec2 place;
out vec4 color;
void main() { vec4 texture2DArray = texture(sampler, place); color = texture2DArray; }
//== frag any
#version 330
uniform sampler2D sampler;
in vec2 place;
out vec4 color;
void main() { color = texture(sampler, place); }
//== frag opengl
#version 450
void main() { int float16_t = 1, i8vec2 = 2, coopmat = 3, rayQueryEXT = 4, demote = 5; }
