//== fires comp
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(heap_offset = 64) resourceheap Heap { texture2D picture; } heap;
void main() {}
//== near comp
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap) uniform texture2D pictures[];
void main() {}
