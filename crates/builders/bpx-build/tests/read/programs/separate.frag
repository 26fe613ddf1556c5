#version 450
layout(set = 0, binding = 4) uniform texture2D picture;
layout(set = 0, binding = 5) uniform sampler smooth_one;
layout(set = 0, binding = 6) uniform samplerShadow compare;
layout(set = 0, binding = 7) uniform texture2D depths;
layout(location = 0) in vec3 at;
layout(location = 0) out vec4 color;

void main() {
    color = texture(sampler2D(picture, smooth_one), at.xy);
    color.a = texture(sampler2DShadow(depths, compare), at);
}
