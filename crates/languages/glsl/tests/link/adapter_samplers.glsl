//== split frag
#version 420
uniform sampler2D first;
layout(binding = 5) uniform samplerCube sky;
uniform sampler2DShadow shadow;
uniform usampler2DArray ids;
in vec3 at;
out vec4 color;
vec4 twice(sampler2D image, vec2 p);
vec4 twice(sampler2D image, vec2 p) { return texture(image, p) + texture(first, p); }
float first_sampler = 1.0;
void main() {
    color = twice(first, at.xy) * texture(sky, at) * texture(shadow, at);
    color += vec4(texelFetch(ids, ivec3(at), 0));
    { vec4 first = color; color = first.xxyy; }
}
