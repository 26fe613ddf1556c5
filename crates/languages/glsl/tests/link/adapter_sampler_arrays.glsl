//== split frag
#version 420
uniform sampler2D layers[3];
layout(binding = 4) uniform sampler2DShadow cascades[2];
uniform sampler2D layers_1;
const int SECOND = 1;
in vec2 uv;
out vec4 color;
float lit(sampler2DShadow map) { return texture(map, vec3(uv, 0.5)); }
void main() {
    const int last = layers.length() - 1;
    color = texture(layers[0], uv) + texture(layers[SECOND], uv) + textureLod(layers[2], uv, 0.0) * lit(cascades[1]);
    color += texture(layers_1, uv) * float(layers.length());
}
