#version 450

layout(local_size_x = 16, local_size_y = 16) in;

layout(binding = 0, r8ui) uniform readonly uimage2D previous;
layout(binding = 1, r8ui) uniform writeonly uimage2D next;

uint cell(ivec2 p) {
    ivec2 size = imageSize(previous);
    return imageLoad(previous, (p + size) % size).r;
}

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    uint neighbors = 0u;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) {
                continue;
            }
            neighbors += cell(p + ivec2(dx, dy));
        }
    }
    bool alive = cell(p) == 1u;
    bool survives = neighbors == 3u || (alive && neighbors == 2u);
    imageStore(next, p, uvec4(survives ? 1u : 0u));
}
