Samplers in structures, taken out and apart.
//== split frag
#version 450
struct Inner { sampler2D map; float weight; };
struct Material { vec4 color; sampler2D diffuse; Inner inner[2]; float shininess; };
struct Maps { sampler2D one; samplerCube two; };
uniform Material material;
uniform Material others[3];
uniform Maps maps;
layout(location = 0) out vec4 color;
vec4 shade(Material m, vec2 at) { return m.color * texture(m.diffuse, at) * m.shininess + texture(m.inner[1].map, at) * m.inner[1].weight; }
vec4 read(float scale, Maps m, vec2 at) { vec2 moved = at * scale; return texture(m.one, moved) + texture(m.two, vec3(moved, 1.0)); }
vec4 weigh(Inner inner) { return texture(inner.map, vec2(inner.weight)); }
void main() {
    vec2 at = gl_FragCoord.xy;
    color = shade(material, at) + shade(others[2], at) + read(2.0, maps, at);
    color += weigh(others[1].inner[0]) + texture(others[0].inner[1].map, at);
}
