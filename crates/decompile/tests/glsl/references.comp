#version 450
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 64) in;

layout(buffer_reference) buffer Item;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer Item {
    Item next;
    float weights[4];
    uint count;
};

layout(push_constant, std430) uniform Constants {
    Item first;
    uint rounds;
} constants;

float weigh(Item item, uint slot)
{
    return item.weights[slot & 3u] * 0.5;
}

void main()
{
    Item item = constants.first;
    for (uint i = 0u; i < constants.rounds; i++) {
        uint slot = atomicAdd(item.count, 1u);
        item.weights[0] = weigh(item, slot) + item.next.weights[1];
        item = item.next;
    }
}
