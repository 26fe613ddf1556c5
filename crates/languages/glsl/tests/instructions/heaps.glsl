//== frag OpUntypedVariableKHR OpUntypedAccessChainKHR OpBufferPointerEXT OpTypeBufferEXT OpConstantSizeOfEXT OpDecorateId OpImageSampleImplicitLod
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require
layout(descriptor_heap) uniform texture2D pictures[];
layout(descriptor_heap) uniform sampler filters[];
layout(descriptor_heap, std140) uniform Light { vec4 color; mat3 axes; } lights[];
layout(descriptor_heap, descriptor_stride = 256) buffer Counts { uint total; uint each[]; } counts[];
layout(location = 0) flat in uvec3 which;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;
vec4 taken(texture2D picture, sampler filtering) { return texture(sampler2D(picture, filtering), uv.yx); }
void main() {
  color = texture(sampler2D(pictures[which.x], filters[2]), uv) + taken(pictures[1], filters[which.y]);
  color.rgb += lights[nonuniformEXT(which.y)].axes * lights[7].color.rgb;
  counts[which.z].each[3] = counts[1].total + 1u;
}
//== comp OpUntypedImageTexelPointerEXT OpAtomicIAdd OpImageWrite OpImageRead
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 32) in;
layout(descriptor_heap, r32ui) uniform uimage2D tiles[];
layout(descriptor_heap, rgba16f) writeonly uniform image2D results[];
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  imageStore(results[3], at, vec4(imageAtomicAdd(tiles[at.x], at, 2u) + imageLoad(tiles[5], at).r));
}
//== vert OpDecorate OpAccessChain
#version 460
#extension GL_NV_push_constant_bank : require
layout(push_constant) uniform Camera { mat4 projection; } camera;
layout(push_constant, bank = 2, member_offset = 16) uniform Object { vec4 place; } object;
void main() { gl_Position = camera.projection * object.place; }
//== comp OpMemberDecorateIdEXT OpMemberDecorate OpDecorateId OpConstantSizeOfEXT OpSpecConstantOp OpUntypedAccessChainKHR OpBufferPointerEXT OpTypeBufferEXT OpArrayLength
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(constant_id = 2) const uint START = 256u;
layout(constant_id = 3) const uint COUNT = 3u;
layout(push_constant) uniform Root { uint filters; uint tables; } root;
layout(buffer_type, scalar) buffer Counts { uint total; uint each[]; };
layout(buffer_type, std140) uniform Light { vec4 color; mat3 axes; bool isLit; };
struct Inner { bvec2 marks; vec3 place; };
struct Paint { texture2D picture; vec3 tint; };
struct Material { texture2D picture; Light light; vec3 tint; Inner inner[2]; };
layout(heap_offset = START) resourceheap Materials {
  uint count;
  Counts counts;
  layout(rgba16f) image2D images[COUNT][2];
  Paint first;
  Light light;
  Paint paints[2];
  Material materials[];
} materials;
layout(heap_offset = root.filters) samplerheap Filters { vec2 scale; sampler filters[4]; };
layout(row_major, heap_offset = root.tables) resourceheap Table { mat4x3 turned; layout(column_major) mat2x3 plain; layout(offset = 160) uint last; } table;
vec4 taken(texture2D picture, sampler filtering) { return textureLod(sampler2D(picture, filtering), scale, 0.0); }
float lit(Paint paint) { return dot(paint.tint, textureLod(sampler2D(paint.picture, filters[0]), scale, 0.0).rgb); }
void main() {
  uint which = gl_GlobalInvocationID.x;
  vec4 sum = taken(materials.materials[nonuniformEXT(which)].picture, filters[which & 3u]);
  sum += taken(materials.first.picture, filters[1]);
  sum.w += lit(materials.first) + lit(materials.paints[which & 1u]);
  Inner inner = materials.materials[which].inner[1];
  if (any(inner.marks) && materials.light.isLit) sum.rgb += materials.materials[7].light.axes * inner.place;
  sum.rgb += table.turned * sum + table.plain * sum.xy + table.turned[2];
  imageStore(materials.images[1][which & 1u], ivec2(which), sum + imageLoad(materials.images[0][0], ivec2(table.last)));
  materials.counts.each[which] = materials.count + uint(materials.counts.each.length());
  atomicAdd(materials.counts.total, 1u);
}
//== comp OpMemberDecorate OpUntypedImageTexelPointerEXT OpUntypedAccessChainKHR
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint total; };
resourceheap Things {
  layout(descriptor_size = 64, r32ui) uimage2D tiles[2];
  layout(descriptor_size = 32) buffer Counts counts;
  layout(descriptor_size = 64, rgba8) writeonly image2D result;
} things;
void main() {
  things.counts.total = imageAtomicAdd(things.tiles[1], ivec2(3), 2u);
  imageStore(things.result, ivec2(0), vec4(1.0));
}
//== comp OpTypeForwardPointer OpUntypedAccessChainKHR OpMemberDecorate
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_buffer_reference : require
layout(buffer_reference) buffer Node;
layout(heap_offset = 256) resourceheap Things {
  Node first;
  layout(buffer_reference, std430) buffer { uint value; float others[4]; } second, more[2];
} things;
layout(buffer_reference) buffer Node { Node next; uint value; };
samplerheap Filters { Node named; sampler filtering; } filters;
void main() {
  things.second.value = things.first.next.value + filters.named.value;
  things.more[1].others[things.first.value & 3u] = 1.0;
}
//== comp OpMemberDecorateIdEXT OpTypeAccelerationStructureKHR OpRayQueryInitializeKHR OpUntypedAccessChainKHR
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_ray_query : require
resourceheap Things { uint first; accelerationStructureEXT scenes[]; } things;
layout(binding = 0, std430) buffer Results { uint hits; } results;
void main() {
  rayQueryEXT query;
  rayQueryInitializeEXT(query, things.scenes[things.first], 0u, 0xFFu, vec3(0.0), 0.0, vec3(0.0, 0.0, 1.0), 9.0);
  results.hits = rayQueryProceedEXT(query) ? 1u : 0u;
}
//== comp OpUntypedAccessChainKHR OpUntypedImageTexelPointerEXT OpBufferPointerEXT OpArrayLength OpAtomicUMax OpSpecConstantOp
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(buffer_type, std430) buffer Counts { coherent uint total; mat3 m; uint16_t small[]; };
struct Deep { Counts counts[2]; u16vec2 pair; };
resourceheap A { layout(r32ui) uimage2D images[2][3]; Deep deep[2]; uvec3 v; uint8_t byte; };
samplerheap B { sampler one; } b;
uint sum(uimage2D all[2][3], uint i) { return imageLoad(all[i][2], ivec2(0)).x; }
void add(inout uint x) { x += 1u; }
void main() {
  uint i = gl_LocalInvocationIndex;
  uint s = sum(images, i) + imageSize(images[1][i]).x;
  deep[i].counts[nonuniformEXT(i)].total = s + v.y + v[i] + deep[1].pair.x + byte;
  add(deep[0].counts[1].total);
  deep[i].counts[0].m[1].yz += vec2(deep[1].counts[0].small[i]);
  deep[1].counts[i].small[2] = uint16_t(deep[1].counts[i].small.length());
  atomicMax(deep[1].counts[i].total, 3u);
  imageAtomicAdd(images[i][i], ivec2(1), 2u);
}
