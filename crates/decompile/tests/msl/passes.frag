#version 450
layout(input_attachment_index = 0, binding = 0) uniform subpassInput before;
layout(binding = 1) uniform Tint { vec4 color; float scale; } tints[2];
layout(std430, binding = 3) buffer Sum { uint total; vec4 values[4]; } sums[2];
layout(location = 0) flat in int index;
layout(location = 0) out vec4 color;
vec4 tinted(vec4 value) { return value * tints[1].color + subpassLoad(before); }
void main() {
    color = tinted(subpassLoad(before)) * tints[index].scale;
    atomicAdd(sums[index].total, 1u);
    sums[0].values[index] = color;
}
