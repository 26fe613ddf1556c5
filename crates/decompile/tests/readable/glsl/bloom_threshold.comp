#version 450

layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler2D source;
layout(binding = 1, rgba16f) uniform writeonly image2D target;
layout(push_constant) uniform Bloom {
    float threshold;
    float knee;
};

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(target);
    if (any(greaterThanEqual(pixel, size))) {
        return;
    }
    vec2 uv = (vec2(pixel) + 0.5) / vec2(size);
    vec3 color = texture(source, uv).rgb;
    float brightness = max(color.r, max(color.g, color.b));
    float soft = clamp(brightness - threshold + knee, 0.0, 2.0 * knee);
    soft = soft * soft / (4.0 * knee + 0.00001);
    float contribution = max(soft, brightness - threshold) / max(brightness, 0.00001);
    imageStore(target, pixel, vec4(color * contribution, 1.0));
}
