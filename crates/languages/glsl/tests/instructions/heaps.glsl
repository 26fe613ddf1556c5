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
