//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { uint count; texture2D pictures[]; } things;
samplerheap Filters { sampler first; sampler others[4]; } filters;
void main() {}
//== comp vulkan GLSL-42 3
#version 460
#extension GL_EXT_descriptor_heap : require
resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-44 3
#version 460
#extension GL_EXT_structured_descriptor_heap : require
layout(heap_offset = 64) uniform Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-44 2
#version 460
layout(buffer_type) buffer Things { uint count; };
void main() {}
//== comp opengl GLSL-44 3
#version 460
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Things { uint count; };
void main() {}
//== comp vulkan GLSL-53 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { uint count; } things[2];
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(binding = 1) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(set = 1) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(std430) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(row_major) resourceheap Things { mat4x3 turned; layout(column_major) mat3 other; layout(offset = 128) uint last; } things;
void main() {}
//== comp vulkan GLSL-53 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { sampler filtering; } things;
void main() {}
//== comp vulkan GLSL-53 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { sampler2D picture; } things;
void main() {}
//== comp vulkan GLSL-53 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
samplerheap Filters { texture2D picture; } filters;
void main() {}
//== comp vulkan GLSL-53 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
samplerheap Filters { Counts counts; } filters;
void main() {}
//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; uint each[]; };
layout(buffer_type) uniform Light { vec4 color; };
struct Pair { Light light; Counts counts; };
resourceheap Things { buffer Counts first; readonly Counts second; uniform Light light; Pair pairs[]; } things;
void main() { things.first.count = things.pairs[things.second.count].counts.each.length() + uint(things.light.color.x); }
//== comp vulkan GLSL-52 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
resourceheap Things { uniform Counts first; } things;
void main() {}
//== comp vulkan GLSL-52 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
struct Pair { uniform Counts first; };
resourceheap Things { Pair pair; } things;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; } counts;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type, binding = 2) buffer Counts { uint count; };
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type, set = 2) buffer Counts { uint count; };
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type, push_constant) uniform Counts { uint count; };
void main() {}
//== comp vulkan GLSL-43 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
layout(buffer_type) buffer Counts { uint count; };
void main() {}
//== comp vulkan GLSL-53 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
Counts counts;
void main() {}
//== comp vulkan GLSL-53 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
uint of(Counts counts) { return counts.count; }
void main() {}
//== comp vulkan GLSL-53 6
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
struct Pair { Counts counts; };
layout(binding = 0) uniform Things { Pair pair; } things;
void main() {}
//== comp vulkan GLSL-45 6
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
resourceheap Things { Counts a; Counts b; } things;
void main() { things.a = things.b; }
//== comp vulkan GLSL-48 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { uint count; } things;
void main() { things.count = 1u; }
//== comp vulkan GLSL-48 6
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) uniform Light { vec4 color; };
resourceheap Things { Light light; } things;
void main() { things.light.color = vec4(1.0); }
//== comp vulkan GLSL-48 6
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
resourceheap Things { readonly Counts counts; } things;
void main() { things.counts.count = 1u; }
//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(constant_id = 1) const uint START = 64u;
layout(push_constant) uniform Root { uint start; } root;
layout(binding = 0) uniform Places { uint start; } places;
layout(heap_offset = START) resourceheap A { uint count; } a;
layout(heap_offset = root.start) resourceheap B { uint count; } b;
layout(heap_offset = places.start) resourceheap C { uint count; } c;
layout(heap_offset = START + 64) resourceheap D { uint count; } d;
void main() {}
//== comp vulkan GLSL-51 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
uint start;
layout(heap_offset = start) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-51 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(binding = 0) buffer Places { uint start; } places;
layout(heap_offset = places.start) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(binding = 0) readonly buffer Places { uint start; } places;
layout(heap_offset = places.start) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-51 5
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(push_constant) uniform Root { float start; } root;
layout(heap_offset = root.start) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(heap_offset = -4) resourceheap Things { uint count; } things;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(heap_offset = 64, binding = 1) uniform Things { uint count; } things;
void main() {}
//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { layout(descriptor_size = 128) texture2D picture; layout(descriptor_size = 64, rgba8) image2D images[2]; } things;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { layout(descriptor_size = 16) vec4 color; } things;
void main() {}
//== comp vulkan GLSL-51 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(binding = 0) uniform Things { layout(descriptor_size = 16) vec4 color; } things;
void main() {}
//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_buffer_reference : require
layout(buffer_reference) buffer Node;
layout(buffer_reference) buffer Node { Node next; uint value; };
resourceheap Things { Node first; layout(buffer_reference, std430) buffer { uint value; float others[4]; } second; } things;
void main() { things.second.value = things.first.next.value; things.second.others[things.first.value] = 1.0; }
//== comp vulkan GLSL-53 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap Things { buffer { uint value; } second; } things;
void main() {}
//== comp vulkan GLSL-60 6
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint count; };
struct Pair { Counts counts; uint count; };
void main() { uint one = Counts(1u).count; }
//== comp vulkan GLSL-53 4
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
resourceheap uint count;
void main() {}
