#version 460
layout(local_size_x = 64) in;
layout(binding = 0, offset = 4) uniform atomic_uint made;
layout(binding = 0, offset = 8) uniform atomic_uint left[2];
layout(binding = 0, std430) buffer Slots { uint slots[]; };
void main()
{
    uint slot = atomicCounterIncrement(made);
    slots[slot] = atomicCounterAdd(left[0], slot) + atomicCounterCompSwap(left[1], 4, slot);
}
