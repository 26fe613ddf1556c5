#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 1) in;

layout(buffer_reference) buffer Item;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer Item {
    float weight;
    float sum;
    Item next;
};

layout(push_constant) uniform Lists {
    Item open;
    Item done;
};

layout(set = 0, binding = 0) buffer Head {
    Item first;
    uint count;
};

// Takes the first item out of the list, which changes the pointer that the item was read from.
void main()
{
    Item item = first;
    float weight = item.weight;
    first = item.next;
    item.weight = weight + 1.0;
    item.sum += weight;
    item.next = first;
    first.sum = 2.0;
    count++;
}
