Stages in several texts that do not go together.
//== types frag
#version 330
uniform vec4 tint;
uniform float weights[3];
float state;
out vec4 color;
void main() { color = tint * weights[0] * state; }
//== types frag
#version 330
uniform vec3 tint;
uniform float weights[4];
uniform float state;
//== sizes frag
#version 330
uniform float weights[];
float table[3];
out vec4 color;
void main() { color = vec4(weights[5] + table[1]); }
//== sizes frag
#version 330
uniform float weights[4];
float table[2];
//== qualifiers frag
#version 430
in vec2 at;
centroid in vec2 middle;
layout(rgba8) uniform image2D picture;
out vec4 color;
void main() { color = vec4(at, middle); }
//== qualifiers frag
#version 430
flat in vec2 at;
in vec2 middle;
layout(rgba8) readonly uniform image2D picture;
//== layouts frag
#version 430
layout(location = 1) uniform vec4 tint;
layout(binding = 1) uniform sampler2D image;
layout(location = 0) out vec4 color;
layout(rgba8, binding = 2) uniform image2D picture;
void main() { color = tint + texture(image, vec2(0.0)); }
//== layouts frag
#version 430
layout(location = 2) uniform vec4 tint;
layout(binding = 3) uniform sampler2D image;
layout(location = 1) out vec4 color;
layout(rgba16f, binding = 2) uniform image2D picture;
//== overlapping frag
#version 430
layout(location = 0) out vec4 color;
layout(location = 1) uniform vec4 first;
void main() { color = first; }
//== overlapping frag
#version 430
layout(location = 0) out vec4 other;
layout(location = 1) uniform vec4 second;
//== values frag
#version 330
float gain = 2.0;
const int COUNT = 3;
float bias = gain + 1.0;
out vec4 color;
void main() { color = vec4(gain * float(COUNT) + bias); }
//== values frag
#version 330
float gain = 3.0;
const int COUNT = 4;
float bias = 1.0;
//== blocks vert
#version 330
uniform Members { vec4 a; vec4 b; };
uniform Counts { vec4 c; vec4 d; };
uniform Names { vec4 e; };
uniform Instance { vec4 f; };
layout(std140) uniform Packing { vec4 g; };
layout(row_major) uniform Matrices { mat4 h; };
out Arrays { vec4 i; } arrays[2];
void main() { gl_Position = a + b + c + d + e + f + g + h[0]; arrays[0].i = a; }
//== blocks vert
#version 330
uniform Members { vec4 a; vec3 b; };
uniform Counts { vec4 c; };
uniform Names { vec4 other; };
uniform Instance { vec4 f; } instance;
uniform Packing { vec4 g; };
uniform Matrices { mat4 h; };
out Arrays { vec4 i; } arrays[3];
//== names frag
#version 330
uniform First { vec4 tint; };
uniform vec4 shade;
out vec4 color;
void main() { color = tint + shade; }
//== names frag
#version 330
uniform Second { vec4 shade; };
uniform Third { vec4 tint; };
//== structures frag
#version 330
struct Light { vec3 position; float power; };
uniform Light light;
float lit(Light light);
out vec4 color;
void main() { color = vec4(light.power + lit(light)); }
//== structures frag
#version 330
struct Light { vec3 position; vec2 power; };
uniform Light light;
float lit(Light light) { return light.power.x; }
//== mains frag
#version 330
out vec4 color;
void main() { color = vec4(1.0); }
//== mains frag
#version 330
out vec4 color;
void main() { color = vec4(0.0); }
//== no_main frag
#version 330
float one() { return 1.0; }
//== no_main frag
#version 330
float one();
float two() { return one() + one(); }
//== bodies frag
#version 330
float one(float x) { return x; }
out vec4 color;
void main() { color = vec4(one(1.0)); }
//== bodies frag
#version 330
float one(float x) { return x * 2.0; }
//== missing frag
#version 330
float one(float x);
float two(float x);
out vec4 color;
void main() { color = vec4(one(1.0) + two(2.0)); }
//== missing frag
#version 330
float one(int x) { return float(x); }
float two(float x) { return x; }
//== missing_indirect frag
#version 330
float one(float x);
out vec4 color;
void main() { color = vec4(one(1.0)); }
//== missing_indirect frag
#version 330
float two(float x);
float one(float x) { return two(x); }
//== unseen frag
#version 330
uniform vec4 tint;
struct Light { vec3 position; };
float one(float x) { return x; }
out vec4 color;
void main() { color = tint; }
//== unseen frag
#version 330
float two() { return one(tint.x); }
vec3 three() { Light light; return light.position; }
//== results frag
#version 330
float one(float x);
void two(in float x);
out vec4 color;
void main() { color = vec4(one(1.0)); two(1.0); }
//== results frag
#version 330
vec2 one(float x) { return vec2(x); }
void two(inout float x) { x = 1.0; }
//== recursion frag
#version 330
float one(float x);
float two(float x) { return one(x); }
out vec4 color;
void main() { color = vec4(two(1.0)); }
//== recursion frag
#version 330
float two(float x);
float one(float x) { return two(x); }
//== geometry geom
#version 330
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
void main() { }
//== geometry geom
#version 330
layout(lines) in;
layout(line_strip, max_vertices = 4) out;
//== geometry_sizes geom
#version 330
layout(triangles) in;
layout(points, max_vertices = 3) out;
in vec2 at[];
void main() { gl_Position = at[2].xyxy; EmitVertex(); }
//== geometry_sizes geom
#version 330
in vec2 at[2];
in vec2 other[2];
//== compute comp
#version 430
layout(local_size_x = 8) in;
shared float sums[8];
void main() { sums[0] = 1.0; }
//== compute comp
#version 430
layout(local_size_x = 16) in;
shared float sums[16];
//== workgroup comp
#version 430
layout(local_size_x = 8) in;
void main() { }
//== workgroup comp
#version 430
layout(local_size_x = 8, local_size_y = 4) in;
//== workgroup_unstated comp
#version 430
layout(std430) buffer Data { uint values[]; };
void add(uint at) { values[at] = gl_WorkGroupSize.y; }
//== workgroup_unstated comp
#version 430
layout(local_size_x = 8, local_size_y = 2) in;
void add(uint at);
void main() { add(gl_LocalInvocationIndex * gl_WorkGroupSize.x); }
//== evaluation tese
#version 400
layout(triangles, equal_spacing, cw) in;
void main() { gl_Position = vec4(gl_TessCoord, 1.0); }
//== evaluation tese
#version 400
layout(quads, fractional_even_spacing, ccw) in;
//== coordinates frag
#version 420
layout(origin_upper_left) in vec4 gl_FragCoord;
layout(depth_greater) out float gl_FragDepth;
out vec4 color;
void main() { color = gl_FragCoord; gl_FragDepth = 1.0; }
//== coordinates frag
#version 420
layout(pixel_center_integer) in vec4 gl_FragCoord;
layout(depth_less) out float gl_FragDepth;
//== coordinates_plain frag
#version 420
out vec4 color;
void more();
void main() { color = gl_FragCoord; more(); }
//== coordinates_plain frag
#version 420
layout(origin_upper_left) in vec4 gl_FragCoord;
out vec4 color;
void more() { color += gl_FragCoord; }
//== capture vert
#version 440
layout(xfb_buffer = 0, xfb_stride = 32) out;
layout(xfb_offset = 0) out vec4 first;
void main() { first = vec4(1.0); gl_Position = first; }
//== capture vert
#version 440
layout(xfb_buffer = 0, xfb_stride = 48) out;
layout(xfb_offset = 8) out vec4 second;
//== redeclared vert
#version 410
out gl_PerVertex { vec4 gl_Position; };
void main() { gl_Position = vec4(0.0); }
//== redeclared vert
#version 410
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
//== invariant vert
#version 330
out vec2 at;
invariant at;
void main() { at = vec2(1.0); gl_Position = vec4(0.0); }
//== invariant vert
#version 330
out vec2 at;
//== constants frag
#version 450
layout(constant_id = 4) const int COUNT = 3;
layout(constant_id = 5) const int SIZE = 3;
out vec4 color;
void main() { color = vec4(float(COUNT + SIZE)); }
//== constants frag
#version 450
layout(constant_id = 6) const int COUNT = 3;
layout(constant_id = 5) const int OTHER = 3;
//== counters frag
#version 430
layout(binding = 0) uniform atomic_uint first;
layout(binding = 0) uniform atomic_uint second;
out vec4 color;
void main() { color = vec4(float(atomicCounter(first) + atomicCounter(second))); }
//== counters frag
#version 430
layout(binding = 0) uniform atomic_uint second;
//== embedded frag
#version 300 es
precision highp float;
out vec4 color;
float one();
void main() { color = vec4(one()); }
//== embedded frag
#version 300 es
precision highp float;
float one() { return 1.0; }
//== languages frag
#version 330
out vec4 color;
void main() { color = vec4(1.0); }
//== languages frag
#version 310 es
precision highp float;
float one() { return 1.0; }
