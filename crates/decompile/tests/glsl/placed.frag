#version 450

layout(binding = 0) uniform Light {
    layout(offset = 32) vec3 position;
    layout(offset = 44) float power;
    layout(offset = 0) vec4 tints[2];
} light;
layout(binding = 1) readonly buffer Samples {
    layout(offset = 8) int count;
    layout(offset = 0) vec2 scale;
    layout(offset = 16) vec4 values[];
} samples;
layout(location = 0) flat in int which;
layout(location = 0) out vec4 color;

void main()
{
    color = light.tints[1] * light.power + vec4(light.position, 1.0);
    color += samples.values[min(which, samples.count)] * samples.scale.xyxy;
}
