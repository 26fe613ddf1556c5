// Each member has its offset behind it, computed by hand with section 7.6.2.2 of the specification of OpenGL 4.6.
#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
struct Pair { float one; vec2 two; };
layout(std140, binding = 0) uniform First {
    float f; //@ 0
    vec3 v; //@ 16
    float behind; //@ 28
    float some[2]; //@ 32
    vec2 w; //@ 64
    mat3x2 m; //@ 80
    Pair pair; //@ 128
    double d; //@ 144
    bool b; //@ 152
    dvec3 wide; //@ 160
    layout(row_major) mat3x2 rows; //@ 192
    Pair pairs[2]; //@ 224
} first;
layout(std430, binding = 1) buffer Second {
    float f2; //@ 0
    vec3 v2; //@ 16
    float some2[2]; //@ 28
    vec2 w2; //@ 40
    mat3x2 m2; //@ 48
    Pair pair2; //@ 72
    int8_t tiny; //@ 88
    f16vec3 half3; //@ 96
    uint16_t small; //@ 102
    int64_t large; //@ 104
    Pair pairs2[3]; //@ 112
    mat2x3 m3; //@ 160
    float last[]; //@ 192
} second;
layout(scalar, binding = 2) buffer Third {
    int8_t tiny3; //@ 0
    vec3 v3; //@ 4
    f16vec3 half4; //@ 16
    double d3; //@ 24
    mat3x2 m4; //@ 32
    Pair pair3; //@ 56
    vec3 array[2]; //@ 68
    uint8_t end; //@ 92
} third;
layout(std140, binding = 3) uniform Fourth {
    layout(offset = 32) vec2 w4; //@ 32
    float next; //@ 40
    layout(align = 64) float apart; //@ 64
    layout(offset = 80, align = 32) vec4 both; //@ 96
} fourth;
void main() { second.f2 = first.f + float(third.tiny3) + fourth.next; }
