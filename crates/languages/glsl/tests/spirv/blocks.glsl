//== truth@vulkan1.0 comp
#version 450
layout(std140, binding = 0) uniform Flags { bool one; bvec3 some; bool many[2]; } flags;
layout(std430, binding = 1) buffer Result { bool all; bvec2 pair; uint count; } result;
void main() {
    result.all = flags.one && flags.some.y;
    result.pair = flags.some.zx;
    result.pair.y = flags.many[result.count];
}
//== layouts@vulkan1.0 comp
#version 450
struct Inner { mat2x3 m; float f; bool b; };
layout(std140, row_major, binding = 0) uniform Source { Inner one; Inner some[2]; };
layout(std430, binding = 1) buffer Target { Inner copy; float tail[]; } target;
void main() {
    Inner local = some[1];
    target.copy = local;
    target.copy.m[1].z = one.m[0][1];
    target.tail[2] = float(target.tail.length());
}
//== layouts@vulkan1.2 comp
#version 450
struct Inner { mat2x3 m; float f; };
layout(std140, row_major, binding = 0) uniform Source { Inner one; Inner some[2]; };
layout(std430, binding = 1) buffer Target { Inner copy; } target;
void main() { target.copy = some[1]; }
//== references@vulkan1.2 comp
#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { float value; Node next; vec4 rest[]; };
layout(push_constant) uniform Push { Node head; uint64_t address; } push;
void main() {
    Node node = push.head.next;
    node.next.value = 2.0;
    node.rest[3].y = Node(push.address).value;
    Node following[2] = Node[](node, push.head.next);
    following[1].value += 1.0;
}
//== memory@vulkan1.3 comp
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(binding = 0) buffer One { workgroupcoherent uint a; volatile uint b; nonprivate uint c; uint d; } one;
shared uint both;
void main() {
    one.a = one.b;
    one.c = one.d;
    both = one.a;
}
