//== comp OpGroupNonUniformIAdd OpGroupNonUniformUMax OpGroupNonUniformBitwiseOr OpGroupNonUniformElect OpGroupNonUniformFMul OpGroupNonUniformBallot OpGroupNonUniformBallotBitCount OpGroupNonUniformQuadSwap OpControlBarrier
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 64) in;
layout(set=0,binding=0) buffer B { float f[4]; uint a[]; };
void main() {
  uint i = gl_SubgroupInvocationID;
  a[i] = subgroupAdd(i) + subgroupInclusiveMax(i) + subgroupClusteredOr(i, 4u);
  if (subgroupElect()) f[0] = subgroupMul(float(i));
  uvec4 b = subgroupBallot(i > 3u);
  a[0] = subgroupBallotBitCount(b) + b.x + gl_SubgroupEqMask.x;
  f[1] = subgroupQuadSwapDiagonal(f[2]);
  subgroupBarrier();
}
//== rgen OpTraceRayKHR OpExecuteCallableKHR
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadEXT vec4 payload;
layout(location = 1) callableDataEXT float data;
layout(set=0,binding=0) uniform accelerationStructureEXT as;
layout(set=0,binding=1,rgba8) uniform image2D img;
void main() {
  payload = vec4(0);
  traceRayEXT(as, gl_RayFlagsOpaqueEXT, 0xff, 0, 0, 0, vec3(gl_LaunchIDEXT), 0.0, vec3(0,0,1), 100.0, 0);
  executeCallableEXT(2, 1);
  imageStore(img, ivec2(gl_LaunchIDEXT.xy), payload + data);
}
//== comp OpRayQueryInitializeKHR OpRayQueryProceedKHR OpRayQueryGetIntersectionTypeKHR OpRayQueryConfirmIntersectionKHR OpRayQueryGetIntersectionTKHR OpRayQueryGetIntersectionBarycentricsKHR OpRayQueryGetIntersectionObjectToWorldKHR
#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x=8) in;
layout(set=0,binding=0) uniform accelerationStructureEXT as;
layout(set=0,binding=1) buffer B { vec4 r; mat4x3 m; };
void main() {
  rayQueryEXT q;
  rayQueryInitializeEXT(q, as, gl_RayFlagsNoneEXT, 0xff, vec3(0), 0.0, vec3(1), 10.0);
  while (rayQueryProceedEXT(q)) {
    if (rayQueryGetIntersectionTypeEXT(q, false) == gl_RayQueryCandidateIntersectionTriangleEXT) rayQueryConfirmIntersectionEXT(q);
  }
  r.x = rayQueryGetIntersectionTEXT(q, true);
  r.yz = rayQueryGetIntersectionBarycentricsEXT(q, true);
  m = rayQueryGetIntersectionObjectToWorldEXT(q, true);
}
//== rgen OpHitObjectTraceRayNV OpReorderThreadWithHitObjectNV OpHitObjectIsHitNV OpHitObjectGetAttributesNV OpHitObjectExecuteShaderNV OpHitObjectGetRayTMaxNV
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
layout(location = 0) rayPayloadEXT vec4 payload;
layout(location = 1) hitObjectAttributeNV vec2 attr;
layout(set=0,binding=0) uniform accelerationStructureEXT as;
layout(set=0,binding=1,rgba8) uniform image2D img;
void main() {
  hitObjectNV h;
  hitObjectTraceRayNV(h, as, 0, 0xff, 0, 0, 0, vec3(0), 0.0, vec3(0,0,1), 100.0, 0);
  reorderThreadNV(h, 1, 2);
  if (hitObjectIsHitNV(h)) { hitObjectGetAttributesNV(h, 1); hitObjectExecuteShaderNV(h, 0); }
  imageStore(img, ivec2(0), payload + attr.xyxy + hitObjectGetRayTMaxNV(h));
}
//== comp OpReadClockKHR OpExtInst OpSUDot OpSDotAccSat OpAssumeTrueKHR OpExpectKHR
#version 460
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_realtime_clock : require
#extension GL_EXT_debug_printf : require
#extension GL_EXT_integer_dot_product : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_expect_assume : require
layout(local_size_x=8) in;
layout(set=0,binding=0) buffer B { uvec2 t; int d; uint u; uint64_t w; };
void main() {
  t = clock2x32ARB(); w = clockRealtimeEXT();
  debugPrintfEXT("value %u %f\n", u, 1.5);
  d = dotEXT(i8vec4(1,2,3,4), u8vec4(u)) + dotPacked4x8EXT(d, u) + dotAccSatEXT(ivec3(d), ivec3(2), 4);
  assumeEXT(d > 3);
  if (expectEXT(d, 4) == 4) u = 1;
}
//== mesh OpSetMeshOutputsEXT
#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x=3) in;
layout(triangles, max_vertices=3, max_primitives=1) out;
layout(location=0) out vec4 color[];
void main() {
  SetMeshOutputsEXT(3, 1);
  uint i = gl_LocalInvocationIndex;
  gl_MeshVerticesEXT[i].gl_Position = vec4(i);
  color[i] = vec4(1);
  if (i == 0) { gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0,1,2); gl_MeshPrimitivesEXT[0].gl_PrimitiveID = 4; }
}
//== task OpEmitMeshTasksEXT
#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x=1) in;
struct P { uint a; };
taskPayloadSharedEXT P payload;
void main() { payload.a = 3; EmitMeshTasksEXT(1, 2, 3); }
//== frag OpExtInst OpGroupFAdd OpGroupUMaxNonUniformAMD OpSubgroupBallotKHR OpSubgroupReadInvocationKHR
#version 450
#extension GL_AMD_shader_trinary_minmax : require
#extension GL_AMD_shader_ballot : require
#extension GL_AMD_gcn_shader : require
#extension GL_AMD_shader_explicit_vertex_parameter : require
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
layout(location=0) __explicitInterpAMD in vec2 p;
layout(location=0) out vec4 o;
layout(location=1) in vec4 q;
void main() {
  o = vec4(min3(q.x, 1.0, 2.0), mid3(1, int(q.x), 4), addInvocationsAMD(q.x), maxInvocationsExclusiveScanNonUniformAMD(uint(q.y)));
  o.xy += interpolateAtVertexAMD(p, 2);
  o.z += cubeFaceIndexAMD(o.xyz) + float(mbcntAMD(ballotARB(o.x > 1.0))) + float(gl_SubGroupEqMaskARB);
  o += swizzleInvocationsAMD(o, uvec4(1,0,3,2)) + readInvocationARB(o, 3);
}
//== comp OpCooperativeMatrixLoadKHR OpCooperativeMatrixMulAddKHR OpCooperativeMatrixStoreKHR
#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x=32) in;
layout(set=0,binding=0) buffer A { float16_t a[]; };
layout(set=0,binding=1) buffer C { float c[]; };
layout(set=0,binding=2) buffer D { int8_t d[]; };
layout(set=0,binding=3) buffer F { int e[]; };
void main() {
  coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> ma;
  coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> mb;
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> mc = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
  coopMatLoad(ma, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatLoad(mb, a, 256, 16, gl_CooperativeMatrixLayoutColumnMajor);
  mc = coopMatMulAdd(ma, mb, mc);
  coopMatStore(mc, c, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> ia;
  coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> ib;
  coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> ic;
  coopMatLoad(ia, d, 0, 16, 0);
  ic = coopMatMulAdd(ia, ib, ic, gl_MatrixOperandsSaturatingAccumulation);
  coopMatStore(ic, e, 0, 16, 0);
}
//== comp OpCooperativeVectorLoadNV OpCooperativeVectorMatrixMulNV OpCooperativeVectorStoreNV OpCooperativeVectorReduceSumAccumulateNV
#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x=32) in;
layout(set=0,binding=0) buffer A { float16_t a[]; };
void main() {
  coopvecNV<float16_t, 5> v, r;
  coopVecLoadNV(v, a, 0);
  coopVecMatMulNV(r, v, gl_ComponentTypeFloat16NV, a, 0, gl_ComponentTypeFloat16NV, 5, 5, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 10);
  coopVecStoreNV(r, a, 16);
  coopVecReduceSumAccumulateNV(v, a, 0);
}
//== comp OpGroupNonUniformPartitionEXT OpGroupNonUniformIAdd OpGroupNonUniformRotateKHR OpGroupNonUniformShuffleUp OpGroupNonUniformSMin
#version 450
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_KHR_shader_subgroup_rotate : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Results { int results[8]; };
void main() {
  uvec4 same = subgroupPartitionNV(results[0]);
  results[1] = subgroupPartitionedExclusiveAddNV(results[0], same);
  results[2] = subgroupRotate(results[1], 3u) + subgroupClusteredRotate(results[1], 1u, 8u);
  results[3] = subgroupShuffleUp(results[2], 1u) + int(subgroupMin(int16_t(results[2])));
}
//== frag OpColorAttachmentReadEXT OpDepthAttachmentReadEXT
#version 450
#extension GL_EXT_shader_tile_image : require
layout(location = 0) tileImageEXT highp attachmentEXT tile;
layout(location = 0) out vec4 color;
void main() { color = colorAttachmentReadEXT(tile) + depthAttachmentReadEXT(); }
//== comp OpUCountLeadingZerosINTEL OpIAddSatINTEL OpUAverageINTEL OpAbsISubINTEL
#version 450
#extension GL_INTEL_shader_integer_functions2 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Results { uint a; int b; };
void main() { a = countLeadingZeros(a) + average(a, 3u) + absoluteDifference(b, 4); b = addSaturate(b, 2); }
