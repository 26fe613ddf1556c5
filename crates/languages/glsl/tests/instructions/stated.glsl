//== comp OpTypeRayQueryKHR OpRayQueryInitializeKHR OpRayQueryTerminateKHR
#version 460
#extension GL_EXT_spirv_intrinsics : require
#define QUERY spirv_type(extensions = ["SPV_KHR_ray_query"], capabilities = [4472], id = 4472)
#define SCENE spirv_type(extensions = ["SPV_KHR_ray_query"], capabilities = [4472], id = 5341)
spirv_instruction(id = 4473) void start(spirv_by_reference QUERY query, SCENE scene, uint flags, uint mask, vec3 from, float near, vec3 along, float far);
spirv_instruction(id = 4474) void stop(spirv_by_reference QUERY query);
layout(local_size_x = 1) in;
layout(set = 1, binding = 3) uniform SCENE scene;
void main() {
  QUERY query;
  start(query, scene, 0u, 255u, vec3(0.0), 0.1, vec3(0.0, 0.0, 1.0), 50.0);
  stop(query);
}
//== vert OpTypePointer OpConvertUToPtr OpLoad
#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_ARB_gpu_shader_int64 : require
#define ADDRESS spirv_type(extensions = ["SPV_KHR_physical_storage_buffer"], capabilities = [5347], id = 32, 5349, float)
spirv_instruction(id = 120) ADDRESS at(uint64_t number);
spirv_instruction(id = 61) float read(ADDRESS place, spirv_literal uint access, spirv_literal uint alignment);
layout(location = 0) out float result;
void main() { result = read(at(4096ul), 2u, 4u); }
//== comp OpDecorateId
#version 460
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Counter { uint count; } counter;
layout(binding = 1) spirv_decorate_id(extensions = ["SPV_GOOGLE_hlsl_functionality1"], 5634, counter) buffer Items { uint items[]; };
void main() { items[0] = 1u; }
//== comp OpAbortKHR OpConstantDataKHR OpCompositeConstruct
#version 460
#extension GL_EXT_abort : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer Work { uint left; vec3 place; } work;
uint next(uint limit) {
  if (work.left > limit) abortEXT("%u are left of %u at %v3f\n", work.left, limit, work.place);
  return work.left + 1u;
}
void main() {
  work.left = next(gl_LocalInvocationIndex);
  if (work.left == 0u) { abortEXT(); }
}
