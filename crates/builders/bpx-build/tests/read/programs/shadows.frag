#version 300 es
precision highp float;
precision highp sampler2DShadow;
precision highp samplerCubeShadow;
uniform sampler2DShadow sun;
uniform samplerCubeShadow lamp;
uniform highp sampler2DArrayShadow cascades;
in vec4 place;
out vec4 color;

float lit(sampler2DShadow map, vec4 p) {
    float t = 0.0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            t += texture(map, vec3(p.xy + vec2(x, y) * 0.01, p.z));
    return t / 9.0;
}

void main() {
    color = vec4(lit(sun, place), texture(lamp, place), texture(cascades, place), textureLod(sun, place.xyz, 0.0));
}
