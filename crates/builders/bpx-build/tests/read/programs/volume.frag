#version 420
layout(binding = 3) uniform sampler3D volume;
layout(binding = 1) uniform usampler2D labels;
layout(binding = 2, std140) uniform Palette { vec4 entries[16]; } palette;
layout(location = 0) in vec3 at;
layout(location = 0) out vec4 color;

vec4 sampleTwice(sampler3D from, sampler3D again, vec3 p) {
    return textureLod(from, p, 1.0) + textureGrad(again, p, dFdx(p), dFdy(p));
}

vec4 through(sampler3D inner, vec3 p) { return sampleTwice(inner, volume, p); }

void main() {
    uint label = texelFetch(labels, ivec2(at.xy), 0).r;
    color = through(volume, at) * palette.entries[label & 15u];
    color.xy += vec2(textureSize(labels, 0));
    color += textureOffset(volume, at, ivec3(1, 0, 0));
}
