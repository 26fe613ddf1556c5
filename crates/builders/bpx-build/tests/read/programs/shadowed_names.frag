#version 330
uniform sampler2D map;
uniform vec4 tint;
in vec2 uv;
out vec4 color;

vec4 blend(vec4 map, float tint) { return map * tint; }

void main() {
    vec4 first = texture(map, uv);
    {
        vec4 map = texture(map, uv * 2.0);
        first += map.xxyy;
    }
    for (int tint = 0; tint < 2; ++tint) first += float(tint);
    color = blend(first, 0.5) * tint + texture(map, uv).wzyx;
}
