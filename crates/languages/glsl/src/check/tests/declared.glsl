// What the expressions of the tables name. A line with two numbers begins what versions from these on have, of the desktop and of GLSL ES.
//! 110 0
float f; vec2 v2; vec3 v3; vec4 v4; int i; ivec2 i2; ivec3 i3; bool b; bvec2 b2; bvec3 b3;
mat2 m2; mat3 m3; mat4 m4;
struct S { float a; int b; };
struct T { vec2 v; S s; };
S s; T t;
float a4[4];
const int ci = 5; const float cf = 0.5; const vec3 cv = vec3(1.0, 2.0, 3.0);
float one(float x) { return x; }
float over(float x) { return x; }
int over(int x) { return x; }
void writes(out float x) { x = 1.0; }
void change(inout vec3 x) { x = x; }
uniform float uf; uniform sampler2D tex;
//! 0 100
precision mediump float;
float f; vec2 v2; vec3 v3; vec4 v4; int i; ivec2 i2; bool b; mat2 m2; mat3 m3;
struct S { float a; int b; };
S s; float a4[4];
const int ci = 5;
float over(float x) { return x; }
int over(int x) { return x; }
uniform float uf; uniform sampler2D tex;
//! 120 0
mat2x3 m23; mat3x2 m32; mat4x3 m43;
const float ca[3] = float[3](1.0, 2.0, 3.0);
const S cs = S(1.5, 7);
//! 130 300
uint u; uvec2 u2;
in vec4 color;
//! 400 0
double d; dvec3 d3; dmat3 dm3;
double both(double x) { return x; }
float both(float x) { return x; }
int unlike(int x, float y) { return 1; }
int unlike(float x, int y) { return 2; }
//! 430 0
float aa[2][3];
layout(std430) buffer Store { int count; readonly float fixed_one; float rest[]; } store;
buffer Loose { float loose; writeonly float hidden; };
//! 450 0
float many(float x) { return x; }
vec2 many(vec2 x) { return x; }
vec3 many(vec3 x) { return x; }
mat2 many(mat2 x) { return x; }
bool many(bool x) { return x; }
bool many(S x) { return true; }
double many(double x) { return x; }
ivec2 many(ivec2 x) { return x; }
int many(float x, int y) { return 1; }
int many(int x, float y) { return 2; }
uint many(uint x, uint y) { return 2u; }
bool many(float x[2]) { return true; }
int many(float x[4]) { return 1; }
vec4 many(float x, vec2 y) { return vec4(x); }
void many(out float x, out vec2 y, out int z) { x = 1.0; y = vec2(1.0); z = 1; }
bvec2 many(mat2 x, float y) { return bvec2(true); }
