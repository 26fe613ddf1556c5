Stages in several texts that go together. A text of another name than `accepted` is refused.
//== functions frag
#version 330
vec4 shade(vec3 normal, float light);
float light(vec3 normal);
in vec3 normal;
out vec4 color;
void main() { color = shade(normal, light(normal)); }
//== functions frag
#version 330
float light(vec3 normal) { return max(normal.z, 0.0); }
float square(float value);
float cube(float value) { return value * square(value); }
//== functions frag
#version 330
float cube(float);
float square(float value) { return value * value; }
float square(int value) { return float(value * value); }
vec4 shade(vec3 normal, float light) { return vec4(normal * cube(light), square(2)); }
//== variables frag
#version 330
uniform vec4 tint;
uniform sampler2D image;
in vec2 at;
out vec4 color;
float gain = 2.0;
float bias;
const int COUNT = 3;
const vec2 STEPS[2] = vec2[](vec2(1.0), vec2(2.0));
void more();
void main() { color = texture(image, at) * tint * gain + bias + float(COUNT) + STEPS[0].x; more(); }
//== variables frag
#version 330
uniform sampler2D image;
uniform vec4 tint;
out vec4 color;
in vec2 at;
float gain = 2.0;
float bias = 0.5;
const int COUNT = 1 + 2;
const vec2 STEPS[2] = vec2[2](vec2(1.0, 1.0), vec2(2.0, 2.0));
void more() { color += texture(image, at + STEPS[COUNT - 2]) * tint + bias; gain = 0.0; }
//== order frag
#version 330
float from;
float late;
out vec4 color;
void main() { color = vec4(from, late, 0.0, 1.0); }
//== order frag
#version 330
uniform float input_value;
float base = input_value * 2.0;
float from = base + 1.0;
float late = from + base;
//== structures frag
#version 330
struct Light { vec3 position; float power; };
struct Own { int a; };
uniform Light lights[2];
float lit(Light light, vec3 at);
in vec3 at;
out vec4 color;
void main() { Own own = Own(1); Light one = lights[1]; color = vec4(lit(one, at) + lit(lights[0], at) + float(own.a)); }
//== structures frag
#version 330
struct Light { vec3 position; float power; };
struct Own { vec4 b; };
uniform Light lights[2];
float lit(Light light, vec3 at) { Own own = Own(vec4(1.0)); return light.power * distance(light.position, at) + own.b.x + lights[0].power; }
//== blocks vert
#version 330
uniform Camera { mat4 view; vec4 eye; };
uniform Model { mat4 matrix; } model;
in vec4 position;
out Passed { vec3 normal; vec2 at; } passed;
void pass();
void main() { gl_Position = view * model.matrix * position + eye; pass(); }
//== blocks vert
#version 330
uniform Model { mat4 matrix; } other;
uniform Camera { mat4 view; vec4 eye; };
out Passed { vec3 normal; vec2 at; } passed;
void pass() { passed.normal = (other.matrix * eye).xyz; passed.at = view[0].xy; }
//== block_arrays vert
#version 430
uniform Bones { mat4 matrix; } bones[3];
layout(std430) buffer Data { vec4 first; vec4 rest[]; } data[2];
vec4 moved(vec4 at);
in vec4 position;
void main() { gl_Position = moved(bones[0].matrix * position) + data[1].rest[2]; }
//== block_arrays vert
#version 430
struct Own { vec4 a; };
uniform Bones { mat4 matrix; } joints[3];
layout(std430) buffer Data { vec4 first; vec4 rest[]; } data[2];
vec4 moved(vec4 at) { Own own[2] = Own[2](Own(at), Own(at)); return joints[2].matrix * own[1].a + data[0].first; }
//== blocks frag
#version 330
in Passed { vec3 normal; vec2 at; };
out vec4 color;
void main() { color = vec4(normal, at.x); }
//== arrays frag
#version 430
uniform float weights[];
float table[];
layout(std430, binding = 0) buffer Data { uint count; float values[]; };
float further();
out vec4 color;
void main() { table[1] = weights[2]; color = vec4(table[1], values[count], further(), 1.0); }
//== arrays frag
#version 430
uniform float weights[];
float table[4];
layout(std430, binding = 0) buffer Data { uint count; float values[]; };
float further() { table[3] = weights[5]; return table[3] + float(values.length()) + values[9]; }
//== places frag
#version 430
layout(location = 3) uniform vec4 first;
uniform vec4 second;
layout(binding = 2) uniform sampler2D image;
layout(location = 0) out vec4 color;
vec4 rest();
void main() { color = first + second + rest(); }
//== places frag
#version 430
uniform vec4 first;
layout(location = 5) uniform vec4 second;
uniform sampler2D image;
layout(location = 0) out vec4 color;
vec4 rest() { color = first; return texture(image, second.xy); }
//== geometry geom
#version 330
layout(triangles) in;
in vec2 at[];
out vec2 passed;
void part(int vertex);
void main() { for (int vertex = 0; vertex < 3; ++vertex) part(vertex); EndPrimitive(); }
//== geometry geom
#version 330
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec2 at[];
out vec2 passed;
void part(int vertex) { passed = at[vertex]; gl_Position = gl_in[vertex].gl_Position; EmitVertex(); }
//== geometry_open geom
#version 330
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec2 at[];
out vec2 passed;
void part();
void main() { passed = at[0] + at.length(); part(); }
//== geometry_open geom
#version 330
in vec2 at[];
out vec2 passed;
void part() { passed += at[1]; EmitVertex(); }
//== compute comp
#version 430
layout(local_size_x = 8) in;
layout(std430) buffer Data { float values[]; };
shared float sums[64];
void add(uint at);
void main() { sums[gl_LocalInvocationIndex] = values[gl_GlobalInvocationID.x]; barrier(); add(gl_LocalInvocationIndex); }
//== compute comp
#version 430
layout(local_size_x = 8, local_size_y = 1) in;
layout(std430) buffer Data { float values[]; };
shared float sums[64];
void add(uint at) { values[at] = sums[at] + sums[at + 1u]; }
//== passed vert
#version 440
out Passed { vec4 a; vec4 b; } passed;
void more();
void main() { gl_Position = passed.a = vec4(1.0); more(); }
//== passed vert
#version 440
out Passed { vec4 a; vec4 b; };
void more() { b = a + gl_Position; }
//== control tesc
#version 400
layout(vertices = 3) out;
void level();
void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; level(); }
//== control tesc
#version 400
patch out float kind;
void level() { gl_TessLevelOuter[0] = 2.0; gl_TessLevelInner[0] = 1.0; kind = 1.0; }
//== fragment frag
#version 420
layout(early_fragment_tests) in;
layout(origin_upper_left) in vec4 gl_FragCoord;
out vec4 color;
void more();
void main() { color = gl_FragCoord; more(); }
//== fragment frag
#version 420
layout(origin_upper_left) in vec4 gl_FragCoord;
out vec4 color;
void more() { color *= gl_FragCoord.x; if (color.x > 2.0) discard; }
//== coordinates_unused frag
#version 420
layout(origin_upper_left) in vec4 gl_FragCoord;
out vec4 color;
float more();
void main() { color = gl_FragCoord * more(); }
//== coordinates_unused frag
#version 420
layout(origin_upper_left) in vec4 gl_FragCoord;
float more() { return gl_FragCoord.x; }
//== coordinates_unused frag
#version 420
float other() { return 1.0; }
//== versions vert
#version 120
attribute vec4 position;
uniform mat4 matrix;
void clip(vec4 at);
void main() { gl_Position = matrix * position; gl_PointSize = 2.0; clip(position); }
//== versions vert
#version 330
uniform mat4 matrix;
void clip(vec4 at) { gl_ClipDistance[0] = (matrix * at).x; gl_ClipDistance[1] = gl_Position.y; }
//== versions_newer vert
#version 330
void clip(vec4 at);
in vec4 position;
void main() { gl_Position = position; clip(position); }
//== versions_newer vert
#version 450
void clip(vec4 at) { gl_CullDistance[1] = at.x; gl_Position.w = 1.0; }
//== redeclared vert
#version 410
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
invariant gl_Position;
void size();
void main() { gl_Position = vec4(0.0); size(); }
//== redeclared vert
#version 410
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
invariant gl_Position;
void size() { gl_PointSize = gl_Position.x; }
//== apart frag
#version 430
#extension GL_NV_shader_buffer_load : disable
#define SCALE 2.0
#define value first
struct S { float a; };
float first() { return SCALE; }
float second();
out vec4 color;
void main() { float third = 1.0; S s = S(third); color = vec4(value(), second(), s.a, 1.0); }
//== apart frag
#version 430
#ifdef SCALE
#error the macros of the other text
#endif
float third(float color) { return color; }
struct S { vec3 b; };
float second() { S s = S(vec3(3.0)); return third(s.b.x); }
//== invariant vert
#version 330
out vec2 at;
invariant at;
void more();
void main() { at = vec2(1.0); gl_Position = vec4(0.0); more(); }
//== invariant vert
#version 330
invariant out vec2 at;
void more() { at.x += 1.0; }
//== constants frag
#version 450
layout(constant_id = 4) const int COUNT = 3;
out vec4 color;
float more();
void main() { color = vec4(float(COUNT)) * more(); }
//== constants frag
#version 450
layout(constant_id = 4) const int COUNT = 3;
layout(constant_id = 5) const float SCALE = 0.5;
float more() { float all = 0.0; for (int at = 0; at < COUNT; ++at) all += SCALE; return all; }
//== subroutines frag
#version 400
subroutine float curve(float x);
subroutine uniform curve chosen;
subroutine(curve) float linear(float x) { return x; }
out vec4 color;
float more(float x);
void main() { color = vec4(chosen(0.5), more(0.25), 0.0, 1.0); }
//== subroutines frag
#version 400
subroutine float curve(float x);
subroutine uniform curve chosen;
subroutine(curve) float squared(float x) { return x * x; }
float more(float x) { return chosen(x); }
//== counters frag
#version 430
layout(binding = 0, offset = 4) uniform atomic_uint hits;
out vec4 color;
uint more();
void main() { color = vec4(float(atomicCounterIncrement(hits) + more())); }
//== counters frag
#version 430
layout(binding = 0, offset = 4) uniform atomic_uint hits;
layout(binding = 0) uniform atomic_uint misses;
uint more() { return atomicCounter(hits) + atomicCounterIncrement(misses); }
//== images comp
#version 430
layout(local_size_x = 1) in;
layout(rgba8, binding = 1) coherent uniform image2D target;
void put(ivec2 at);
void main() { put(ivec2(gl_GlobalInvocationID.xy)); memoryBarrier(); }
//== images comp
#version 430
layout(rgba8, binding = 1) coherent uniform image2D target;
void put(ivec2 at) { imageStore(target, at, vec4(1.0)); }
