//== comp vulkan
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) readonly uniform tensorARM<int, 2> source;
layout(binding = 1) writeonly uniform tensorARM<int, 2> target;
void main() {
  int data;
  tensorReadARM(source, uint[](1u, 2u), data, gl_TensorOperandsOutOfBoundsValueARM, 7);
  tensorWriteARM(target, uint[](tensorSizeARM(target, 0u), 2u), data);
}
//== comp vulkan GLSL-52 5
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) readonly uniform tensorARM<int, 2> source;
void main() {
  tensorWriteARM(source, uint[](0u, 0u), 1);
}
//== comp vulkan GLSL-52 6
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) writeonly uniform tensorARM<int, 2> target;
void main() {
  int data;
  tensorReadARM(target, uint[](0u, 0u), data);
}
//== comp vulkan GLSL-45 5
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) uniform tensorARM<int, 2> both;
void main() {
  tensorWriteARM(both, uint[](0u), 1);
}
//== comp vulkan GLSL-45 5
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) uniform tensorARM<int, 2> both;
void main() {
  tensorWriteARM(both, uint[](0u, 0u), 1u);
}
//== comp vulkan GLSL-45 6
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) uniform tensorARM<int, 2> both;
void main() {
  int data;
  tensorReadARM(both, uint[](0u, 0u), data, gl_TensorOperandsOutOfBoundsValueARM);
}
//== comp vulkan GLSL-47 6
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) uniform tensorARM<int, 2> both;
void main() {
  int data = 1;
  tensorReadARM(both, uint[](0u, 0u), data, gl_TensorOperandsOutOfBoundsValueARM, data);
}
//== comp vulkan GLSL-45 5
#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) uniform tensorARM<int, 2> both;
void main() {
  tensorWriteARM(both, uint[](0u, 0u), 1, gl_TensorOperandsOutOfBoundsValueARM, 2);
}
//== vert vulkan GLSL-61 4
#version 460
#extension GL_EXT_float_e2m1 : require
struct Small { floate2m1_t value; };
layout(location = 0) out Small small;
void main() { gl_Position = vec4(0.0); }
//== comp vulkan GLSL-45 12
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
float most(const in float a, const in float b) { return max(a, b); }
float last(float a, float b) { return b; }
int whole(const in float a, const in float b) { return int(a); }
void main() {
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum;
  coopMatReduceNV(sum, sum, gl_CooperativeMatrixReduceRowNV, most);
  coopMatReduceNV(sum, sum, gl_CooperativeMatrixReduceRowNV, last);
  coopMatReduceNV(sum, sum, gl_CooperativeMatrixReduceRowNV, whole);
}
//== comp vulkan GLSL-45 8
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
void main() {
  tensorLayoutNV<2> shape = createTensorLayoutNV(2);
  shape = setTensorLayoutDimensionNV(shape, 4u, 4u);
  shape = setTensorLayoutDimensionNV(shape, 4u);
}
//== comp vulkan GLSL-47 7
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
void main() {
  int count = 2;
  tensorLayoutNV<2> shape = createTensorLayoutNV(count);
}
