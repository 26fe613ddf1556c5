#version 450

layout(local_size_x = 16, local_size_y = 16) in;

layout(binding = 0, rgba8) uniform readonly image2D image;
layout(std430, binding = 1) buffer Histogram {
    uint bins[256];
};

shared uint local[256];

void main() {
    local[gl_LocalInvocationIndex] = 0u;
    barrier();
    ivec2 size = imageSize(image);
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (pixel.x < size.x && pixel.y < size.y) {
        vec3 color = imageLoad(image, pixel).rgb;
        float luminance = dot(color, vec3(0.2126, 0.7152, 0.0722));
        atomicAdd(local[uint(luminance * 255.0)], 1u);
    }
    barrier();
    atomicAdd(bins[gl_LocalInvocationIndex], local[gl_LocalInvocationIndex]);
}
