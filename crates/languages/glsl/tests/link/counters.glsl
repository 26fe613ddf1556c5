Atomic counters become members of storage blocks.
//== program vert
#version 430
layout(binding = 1, offset = 4) uniform atomic_uint first;
void main() { gl_Position = vec4(atomicCounterIncrement(first)); }
//== program frag
#version 430
layout(binding = 1, offset = 0) uniform atomic_uint zero;
layout(binding = 1, offset = 4) uniform atomic_uint first;
layout(binding = 2) uniform atomic_uint many[3];
layout(binding = 0, std430) buffer Own { vec4 own; };
layout(location = 0) out vec4 color;
void main() { color = own * float(atomicCounter(zero) + atomicCounterDecrement(first) + atomicCounterIncrement(many[2])); }
//== passed comp
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) uniform atomic_uint one;
layout(binding = 0) uniform atomic_uint two[2];
shared uint sums[3];
uint more(atomic_uint counter, uint by) { return atomicCounterIncrement(counter) + by; }
uint outer(uint by, atomic_uint counter) { return more(counter, by) + more(one, by); }
void main() { sums[0] = outer(1u, one); sums[1] = outer(2u, two[1]); sums[2] = more(two[0], 3u); }
