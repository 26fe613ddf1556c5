//== fires frag
#version 330
uniform isampler2D numbers;
uniform usampler2DArray layers;
in vec2 at;
out vec4 color;
ivec4 read(isampler2D one) { return textureLod(one, at, 0.0); }
void main() { color = vec4(texture(numbers, at) + read(numbers)) + vec4(texture(layers, vec3(at, 1.0))); }
//== near frag
#version 330
uniform isampler2D numbers;
in vec2 at;
out vec4 color;
ivec4 read(isampler2D one) { return texelFetch(one, ivec2(at * vec2(textureSize(one, 0))), 0); }
void main() { color = vec4(read(numbers)); }
