//== frag any GLSL-51 2
#version 450
layout(locaton = 0) in vec4 color;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(location) in vec4 color;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(location = -1) in vec4 color;
void main() {}
//== frag any GLSL-51 3
#version 450
layout(location = 0) in mat2 turn;
layout(location = 1) in vec4 color;
void main() {}
//== frag any
#version 450
layout(location = 0) in vec2 a;
layout(location = 0, component = 2) in vec2 b;
layout(location = 0) out vec4 color;
void main() { color = vec4(a, b); }
//== frag any GLSL-51 3
#version 450
layout(location = 0) in vec2 a;
layout(location = 0, component = 1) in vec2 b;
void main() {}
//== frag any GLSL-61 3
#version 450
layout(location = 0) in vec2 a;
layout(location = 0, component = 2) flat in ivec2 b;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(location = 0, component = 3) in vec2 b;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(component = 1) in vec2 b;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(binding = 0) in vec4 color;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(binding = 0) uniform vec4 color;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(location = 0) uniform Block { vec4 color; };
void main() {}
//== frag opengl GLSL-44 2
#version 450
layout(set = 1, binding = 0) uniform sampler2D picture;
void main() {}
//== frag any
#version 450
layout(push_constant) uniform Block { vec4 color; } block;
layout(location = 0) out vec4 color;
void main() { color = block.color; }
//== frag any GLSL-43 3
#version 450
layout(push_constant) uniform A { vec4 a; };
layout(push_constant) uniform B { vec4 b; };
void main() {}
//== frag any GLSL-51 2
#version 450
layout(push_constant, binding = 0) uniform A { vec4 a; };
void main() {}
//== frag any
#version 450
layout(rgba8, binding = 0) uniform image2D picture;
void main() { imageStore(picture, ivec2(0), vec4(1)); }
//== frag any GLSL-51 2
#version 450
layout(rgba8i, binding = 0) uniform image2D picture;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(rgba8, binding = 0) uniform sampler2D picture;
void main() {}
//== frag any GLSL-44 2
#version 450
layout(binding = 0) uniform image2D picture;
void main() {}
//== frag any
#version 450
layout(constant_id = 3) const int count = 4;
layout(location = 0) out vec4 color;
void main() { color = vec4(count); }
//== frag any GLSL-51 3
#version 450
layout(constant_id = 3) const int count = 4;
layout(constant_id = 3) const int other = 4;
void main() {}
//== frag any GLSL-51 2
#version 450
layout(constant_id = 3) const ivec2 count = ivec2(4);
void main() {}
//== frag any GLSL-51 2
#version 450
layout(triangles) in vec4 color;
void main() {}
//== geom any
#version 450
layout(triangles, invocations = 2) in;
layout(line_strip, max_vertices = 4) out;
layout(location = 0) in vec4 color[];
void main() { gl_Position = color[2]; EmitVertex(); }
//== geom any GLSL-57 3
#version 450
layout(triangles) in;
layout(points) in;
layout(line_strip, max_vertices = 4) out;
void main() {}
//== geom any GLSL-51 2
#version 450
layout(triangle_strip) in;
layout(line_strip, max_vertices = 4) out;
void main() {}
//== geom any GLSL-57 3
#version 450
layout(triangles) in;
void main() {}
//== geom any GLSL-61 4
#version 450
layout(triangles) in;
layout(line_strip, max_vertices = 4) out;
layout(location = 0) in vec4 color[4];
void main() {}
//== geom any GLSL-53 4
#version 450
layout(triangles) in;
layout(line_strip, max_vertices = 4) out;
layout(location = 0) in vec4 color;
void main() {}
//== comp any GLSL-57 3
#version 450
layout(local_size_x = 8) in;
layout(local_size_x = 4) in;
void main() {}
//== comp any GLSL-51 2
#version 450
layout(local_size_x = 0) in;
void main() {}
//== comp any GLSL-51 2
#version 450
layout(local_size_x = 8) out;
void main() {}
//== tese any
#version 450
layout(quads, fractional_odd_spacing, cw, point_mode) in;
layout(location = 0) in vec4 corners[];
void main() { gl_Position = corners[3]; }
//== tese any GLSL-57 2
#version 450
void main() { gl_Position = vec4(1); }
//== frag any GLSL-51 2
#version 450
layout(location = 0, index = 2) out vec4 color;
void main() {}
//== vert any GLSL-51 3
#version 450
layout(xfb_buffer = 0, xfb_offset = 0) out vec4 a;
layout(xfb_buffer = 0, xfb_offset = 8) out vec4 b;
void main() {}
//== vert any GLSL-51 2
#version 450
layout(xfb_buffer = 0, xfb_offset = 2) out vec4 a;
void main() {}
//== frag opengl GLSL-51 3
#version 450
layout(binding = 0, offset = 4) uniform atomic_uint a;
layout(binding = 0, offset = 4) uniform atomic_uint b;
void main() {}
//== frag vulkan GLSL-44 2
#version 450
layout(binding = 0) uniform atomic_uint a;
void main() {}
//== frag opengl GLSL-44 2
#version 330
layout(binding = 0) uniform sampler2D picture;
void main() {}
//== frag vulkan GLSL-51 2
#version 450
layout(set = 0, binding = 0) uniform subpassInput before;
void main() {}
//== vert vulkan GLSL-44 2
#version 450
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput before;
void main() {}
//== frag any
#version 450
layout(early_fragment_tests) in;
layout(depth_greater) out float gl_FragDepth;
layout(origin_upper_left) in vec4 gl_FragCoord;
void main() { gl_FragDepth = gl_FragCoord.z; }
//== frag any GLSL-51 2
#version 450
layout(depth_greater) out float depth;
void main() {}
