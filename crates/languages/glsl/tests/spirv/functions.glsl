//== passing@vulkan1.1 frag
#version 450
layout(binding = 0) uniform sampler2D first[2];
layout(binding = 1) writeonly uniform image2D target;
layout(binding = 2) uniform texture2D separate;
layout(binding = 3) uniform sampler filtering;
layout(location = 0) out vec4 color;
vec4 read(sampler2D from, in vec2 at) { return texture(from, at); }
vec4 twice(sampler2D from, vec2 at) { return read(from, at) + read(from, at + 1.0); }
void put(writeonly image2D into, vec4 value) { imageStore(into, ivec2(1), value); }
float change(inout float a, out float b, const in float c, float d) {
    d += c;
    b = a;
    a = d;
    return a + b;
}
float pick(float values[3], int at) { return values[at]; }
void main() {
    vec4 all = vec4(0.0);
    float sum = change(all.y, all.x, 2.0, all.w);
    color = twice(first[1], vec2(0.5)) + texture(sampler2D(separate, filtering), all.zw);
    color.a = pick(float[](1.0, sum, 3.0), int(all.x));
    put(target, color);
}
