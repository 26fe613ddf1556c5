Samplers, apart and together.
//== split vert
#version 450
layout(binding = 0) uniform sampler2D base;
vec4 read(sampler2D map, vec2 at) { return textureLod(map, at, 0.0) * vec4(textureSize(map, 0), 1.0, 1.0); }
void main() { gl_Position = read(base, vec2(0.5)); }
//== split frag
#version 450
layout(binding = 0) uniform sampler2D base;
uniform sampler2DShadow shadow;
uniform sampler2D maps[3];
uniform sampler2DArray layers[2];
uniform sampler2DMS many;
layout(location = 0) out vec4 color;
int count = 0;
vec4 first(sampler2D all[3], vec2 at, int which) { return texture(all[which], at); }
float lit(sampler2DShadow map, vec3 at) { return texture(map, at); }
vec4 inner(sampler2D map, vec2 at) { return texture(map, at); }
vec4 outer(vec2 at, sampler2D map, float scale) { float other = scale; return inner(map, at) * other; }
void main() {
    vec2 at = gl_FragCoord.xy;
    color = outer(at, base, 2.0) + first(maps, at, 1) + lit(shadow, vec3(at, 0.5));
    color += texture(layers[0], vec3(at, 1.0)) + texture(layers[1], vec3(at, 0.0)) + texelFetch(many, ivec2(at), 1);
    color += texture(maps[count++], at);
}
//== together frag
#version 450
uniform sampler2D maps[3];
layout(location = 0) out vec4 color;
vec4 first(sampler2D all[3], vec2 at, int which) { return texture(all[which], at); }
void main() { color = first(maps, vec2(0.5), 1) + texture(maps[2], vec2(0.0)); }
//== rectangles frag
#version 330
uniform sampler2DRect map;
uniform sampler2DRectShadow shadow;
out vec4 color;
vec4 read(sampler2DRect from, vec2 at) { return texture(from, at) + textureProj(from, vec3(at, 2.0)); }
void main() {
    color = read(map, gl_FragCoord.xy) + texelFetch(map, ivec2(textureSize(map)) - 1);
    color += texture(shadow, vec3(gl_FragCoord.xy, 0.5));
}
