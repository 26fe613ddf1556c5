//== fires frag
#version 450
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_half_float_fetch : require
layout(location = 0) out vec4 color;
layout(binding = 0) uniform f16sampler2D image;
void main() { color = vec4(texture(image, f16vec2(0.5hf))); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D image;
void main() { color = texture(image, vec2(0.5)); }
