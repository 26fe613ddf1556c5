//== vert opengl
void main() { gl_Position = gl_Vertex; }
//== vert vulkan GLSL-02 1
void main() {}
//== vert vulkan GLSL-02 1
#version 130
void main() {}
//== vert vulkan GLSL-02 1
#version 300 es
void main() {}
//== vert vulkan
#version 450 compatibility
void main() {}
//== vert vulkan
#version 140
void main() {}
//== vert opengl GLSL-02 1
#version 120 core
void main() {}
//== vert opengl GLSL-02 1
#version 300
void main() {}
//== vert opengl GLSL-02 1
#version 450 es
void main() {}
//== vert opengl GLSL-02 1
#version 100 es
void main() {}
//== vert opengl GLSL-02 1
#version 350
void main() {}
//== vert opengl GLSL-02 1
#version 450 modern
void main() {}
//== vert opengl GLSL-03 1
#version 450 core extra
void main() {}
//== vert opengl GLSL-02 2
int before;
#version 450
void main() {}
//== geom opengl GLSL-02 1
#version 140
layout(points) in; layout(points, max_vertices = 1) out;
void main() {}
//== comp opengl GLSL-02 1
#version 410
void main() {}
//== comp opengl
#version 310 es
layout(local_size_x = 1) in;
void main() {}
//== vert opengl GLSL-02 2
// A comment before the version.
#version 310 es
void main() {}
//== vert opengl
// A comment before the version.
#version 330
void main() {}
//== frag opengl
#version 330
#if __VERSION__ != 330 || !defined GL_core_profile || defined GL_ES || defined VULKAN || !defined GL_FRAGMENT_PRECISION_HIGH
#error macros
#endif
void main() {}
//== frag opengl
#version 320 es
#if __VERSION__ != 320 || defined GL_core_profile || !GL_ES || defined GL_ARB_gpu_shader5 || !defined GL_OES_texture_3D
#error macros
#endif
void main() {}
//== frag vulkan
#version 450
#if VULKAN != 100 || !defined GL_FRAGMENT_SHADER || defined GL_VERTEX_SHADER || GL_ARB_gpu_shader5 != 1
#error macros
#endif
void main() {}
