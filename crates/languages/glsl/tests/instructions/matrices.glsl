//== comp OpCooperativeMatrixReduceEXT OpCooperativeMatrixPerElementOpEXT OpCooperativeMatrixConvertUseEXT OpCooperativeMatrixTransposeNV
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Values { float values[]; };
float larger(const in float a, const in float b) { return max(a, b); }
float scaled(const in uint row, const in uint column, const in float value, const in float by, const in float other) {
  return row == column ? value * by : other;
}
void main() {
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum, most;
  coopMatLoad(sum, values, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatReduceNV(most, sum, gl_CooperativeMatrixReduceRowNV, larger);
  coopMatPerElementNV(most, most, scaled, 2.0, sum);
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> turned;
  coopMatTransposeNV(turned, most);
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> left = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(most);
  coopMatStore(left, values, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatStore(turned, values, 256, 16, gl_CooperativeMatrixLayoutRowMajor);
}
//== comp OpCreateTensorLayoutNV OpTensorLayoutSetDimensionNV OpTensorLayoutSliceNV OpTensorLayoutSetBlockSizeNV OpCreateTensorViewNV OpTensorViewSetClipNV OpCooperativeMatrixLoadTensorNV OpCooperativeMatrixStoreTensorNV
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Values { float16_t values[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Packed { uint two; };
float16_t unpacked(const in Packed block, const in uint at[2], const in uint inside[2]) {
  return unpackFloat2x16(block.two)[inside[1] & 1u];
}
layout(constant_id = 4) const uint CLAMP = gl_CooperativeMatrixClampModeConstantNV;
void main() {
  coopmat<float16_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseA> tile;
  tensorLayoutNV<2, CLAMP> layout_ = createTensorLayoutNV(2, CLAMP);
  layout_ = setTensorLayoutDimensionNV(layout_, 128u, 64u);
  layout_ = setTensorLayoutBlockSizeNV(layout_, 1u, 2u);
  layout_ = sliceTensorLayoutNV(layout_, 32u, 32u, 0u, 32u);
  tensorViewNV<2, false, 1, 0> turned = createTensorViewNV(2, false, 1, 0);
  turned = setTensorViewClipNV(turned, 0u, 16u, 0u, 16u);
  coopMatLoadTensorNV(tile, values, 0u, layout_);
  coopMatLoadTensorNV(tile, values, 16u, layout_, turned, unpacked);
  coopMatStoreTensorNV(tile, values, 0u, layout_, turned);
}
