//== images comp
#version 450
layout(binding = 0, rgba8) uniform image2D plain;
layout(binding = 1, r32ui) uniform uimage2DArray numbers;
layout(binding = 2, rgba16f) uniform image2DMS samples;
layout(binding = 3) writeonly uniform iimageBuffer texels;
layout(binding = 4, r32f) uniform image3D volume;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(plain, at, imageLoad(plain, at.yx));
    imageStore(samples, at, 2, imageLoad(samples, at, 1));
    imageStore(texels, at.x, ivec4(at, 0, 1));
    uint before = imageAtomicAdd(numbers, ivec3(at, 0), 2u) + imageAtomicMax(numbers, ivec3(at, 1), 3u);
    before += imageAtomicCompSwap(numbers, ivec3(at, 2), before, 7u);
    imageAtomicExchange(volume, ivec3(at, before), 1.0);
}
//== atomics comp
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Data { uint u; int i; uint results[]; } data;
shared int total;
void main() {
    total = 0;
    barrier();
    atomicAdd(total, 1);
    memoryBarrierShared();
    uint index = atomicAdd(data.u, 1u) + atomicOr(data.results[gl_LocalInvocationIndex], 4u);
    index += atomicCompSwap(data.u, 3u, 4u) + atomicExchange(data.results[1], 5u);
    data.i = atomicMin(data.i, -1) + atomicXor(total, 3);
    memoryBarrier();
    memoryBarrierBuffer();
    memoryBarrierImage();
    groupMemoryBarrier();
}
//== counters frag
#version 430
layout(binding = 0, offset = 4) uniform atomic_uint counter;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(atomicCounterIncrement(counter), atomicCounterDecrement(counter), atomicCounter(counter), 1);
    memoryBarrierAtomicCounter();
}
//== floats comp
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(binding = 0) buffer Data { float f; double d; uint64_t u; int64_t i; } data;
void main() {
    data.f = atomicAdd(data.f, 1.0) + atomicExchange(data.f, 2.0);
    data.d = atomicAdd(data.d, 1.0lf);
    data.u = atomicMax(data.u, 3ul) + atomicCompSwap(data.u, 1ul, 2ul);
    data.i = atomicMin(data.i, -1l);
}
//== scopes comp
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) buffer Data { uint u; } data;
layout(binding = 1, r32i) uniform iimage2D image;
shared uint both;
void main() {
    atomicStore(both, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsRelease);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    uint read = atomicLoad(both, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquire);
    data.u = atomicCompSwap(data.u, read, 2u, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquire, 0, 0);
    imageAtomicAdd(image, ivec2(0), 1, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsRelaxed | gl_SemanticsRelease);
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}
//== derivatives frag
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec4 v;
layout(location = 1) in vec2 more[2];
layout(location = 0) out vec4 color;
void main() {
    color = dFdx(v) + dFdyFine(v) + fwidthCoarse(v);
    color.xy += interpolateAtCentroid(more[1]) + interpolateAtSample(v.zw, 2) + interpolateAtOffset(v.x, vec2(0.25));
    if (helperInvocationEXT()) color.z = 0.0;
}
//== votes@vulkan1.0 comp
#version 460
layout(binding = 0) buffer Data { uint u; } data;
void main() {
    if (anyInvocation(data.u > 1u) && allInvocations(data.u > 2u) || allInvocationsEqual(data.u > 3u)) data.u = 0u;
}
//== votes comp
#version 460
layout(binding = 0) buffer Data { uint u; } data;
void main() {
    if (anyInvocation(data.u > 1u) && allInvocations(data.u > 2u) || allInvocationsEqual(data.u > 3u)) data.u = 0u;
}
