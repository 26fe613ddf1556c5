//== fires comp
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
struct Paint { texture2D picture; };
resourceheap Paints { Paint paint; } paints;
uniform Paint other;
void main() {}
//== near comp
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
struct Paint { texture2D picture; };
struct Other { texture2D picture; };
resourceheap Paints { Paint paint; } paints;
uniform Other other;
void main() {}
