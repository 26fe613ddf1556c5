//== frag any
#version 450
float grid[2][3];
float[3] row = float[](1, 2, 3);
layout(location = 0) out vec4 color;
void main() { grid[1] = row; color = vec4(grid[1][2], grid.length(), row.length(), 1); }
//== frag opengl GLSL-44 2
#version 330
float grid[2][3];
void main() {}
//== frag any
#version 450
uniform vec4 tints[];
layout(location = 0) out vec4 color;
void main() { color = tints[3] + tints[1]; }
//== frag any
#version 450
uniform float list[];
uniform float list[4];
layout(location = 0) out vec4 color;
void main() { color = vec4(list[3]); }
//== frag any GLSL-43 4
#version 450
uniform float list[];
void helper() { float x = list[5]; }
uniform float list[4];
void main() {}
//== frag any GLSL-43 3
#version 450
uniform float list[4];
uniform float list[4];
void main() {}
//== frag any GLSL-47 3
#version 450
uniform int count;
float list[count];
void main() {}
//== frag any GLSL-47 2
#version 450
float list[0];
void main() {}
//== frag any GLSL-42 2
#version 450
float16_t y;
void main() {}
//== frag opengl GLSL-41 2
#version 300 es
double x;
void main() {}
//== frag any GLSL-44 3
#version 450
#extension GL_EXT_shader_16bit_storage : require
float16_t y;
void main() {}
//== frag any
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(location = 0) out vec4 color;
void main() { f16vec2 y = f16vec2(1.0); color = vec4(y, y); }
//== frag opengl
#version 450
uniform sampler2D texture2D;
uniform float sampler;
layout(location = 0) out vec4 color;
void main() { color = texture(texture2D, vec2(sampler)); }
//== frag any
#version 450
uniform sampler2D sampler;
layout(location = 0) out vec4 color;
void main() { color = texture(sampler, vec2(0)); }
//== frag vulkan
#version 450
layout(set = 0, binding = 0) uniform texture2D picture;
layout(set = 0, binding = 1) uniform sampler filtering;
layout(location = 0) out vec4 color;
void main() { color = texture(sampler2D(picture, filtering), vec2(0)); }
//== comp vulkan
#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Out { float values[]; };
void main() { coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA> m = coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA>(1.0); values[0] = float(m.length()); }
//== comp vulkan GLSL-45 5
#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
coopmat<float, gl_ScopeSubgroup, 16> m;
void main() { }
