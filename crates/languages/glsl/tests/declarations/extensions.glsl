//== frag opengl GLSL-56 2
#version 450
#extension GL_OWN_extension : require
void main() {}
//== frag opengl
#version 450
#extension GL_OWN_extension : enable
void main() {}
//== frag opengl
#version 450
#extension all : warn
void main() {}
//== frag opengl GLSL-56 2
#version 450
#extension all : require
void main() {}
//== frag opengl GLSL-03 2
#version 450
#extension GL_ARB_gpu_shader5 : maybe
void main() {}
//== frag opengl GLSL-03 2
#version 450
#extension GL_ARB_gpu_shader5
void main() {}
//== vert opengl GLSL-56 2
#version 450
#extension GL_EXT_mesh_shader : require
void main() {}
//== frag opengl GLSL-56 3
#version 450
#extension GL_EXT_mesh_shader : require
#extension GL_NV_mesh_shader : require
void main() {}
//== frag vulkan
#version 450
#extension GL_KHR_shader_subgroup_vote : require
void main() { if (subgroupElect() && subgroupAny(gl_SubgroupInvocationID > 3u)) return; }
//== frag vulkan GLSL-44 2
#version 450
void main() { subgroupElect(); }
//== frag opengl
#version 310 es
#extension GL_ANDROID_extension_pack_es31a : require
precision highp float;
layout(location = 0) out vec4 color;
uniform highp samplerBuffer texels;
void main() { color = texelFetch(texels, gl_SampleID); }
//== frag vulkan GLSL-44 4
#version 450
#extension GL_EXT_multiview : enable
#extension GL_EXT_multiview : disable
void main() { int view = gl_ViewIndex; }
//== frag opengl
#version 120
#extension GL_ARB_texture_rectangle : enable
uniform sampler2DRect image;
void main() { gl_FragColor = texture2DRect(image, gl_TexCoord[0].xy); }
//== comp any
#version 450
#extension GL_ARM_tensors : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) writeonly uniform tensorARM<float, 1> sums;
void main() { tensorWriteARM(sums, uint[](0u), 1.0); }
