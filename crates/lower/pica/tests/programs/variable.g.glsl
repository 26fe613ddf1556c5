#version 450

layout(local_size_x = 64) in;

struct Primitive {
    uint count;
    uvec4 registers[96];
};

struct Unit {
    uint first_primitive;
    uint primitives;
    uint first_triangle;
    uint triangle_limit;
    uint triangles;
    uint stops;
    uint ran;
    uint vertex;
    uint primitive;
    uint invert;
    uvec4 slots[3];
};

struct Triangle {
    uint inverted;
    uvec4 vertices[3];
};

layout(binding = 0, std140) uniform Uniforms {
    vec4 c0_to_c47[48];
    vec4 proj[4];
    vec4 c52_to_c95[44];
} uniforms;

layout(binding = 1, std430) readonly buffer Primitives {
    Primitive list[];
} primitives;

layout(binding = 2, std430) buffer Units {
    Unit list[];
} units;

layout(binding = 3, std430) buffer Triangles {
    Triangle list[];
} triangles;

uint unit = 0u;
vec4 c[96];
vec4 bank_o0 = vec4(0.0);
vec4 o0 = vec4(0.0);
vec4 r0 = vec4(0.0);
int aL = 0;

bool emit()
{
    uint index = units.list[unit].vertex;
    if (index >= 3u) {
        units.list[unit].stops = units.list[unit].stops | 1u;
        return true;
    }
    bool test = units.list[unit].primitive != 0u;
    uint index2 = units.list[unit].triangles;
    if (test && index2 >= units.list[unit].triangle_limit) {
        units.list[unit].stops = units.list[unit].stops | 2u;
        return true;
    }
    units.list[unit].slots[index] = floatBitsToUint(o0);
    if (test) {
        uint index3 = units.list[unit].first_triangle + index2;
        triangles.list[index3].inverted = units.list[unit].invert;
        for (uint i = 0u; i < 3u; i++) {
            triangles.list[index3].vertices[i] = units.list[unit].slots[i];
        }
        units.list[unit].triangles = index2 + 1u;
    }
    vec4 vector = o0;
    o0 = bank_o0;
    bank_o0 = vector;
    return false;
}

void set_emit(uint vertex, uint primitive, uint invert)
{
    units.list[unit].vertex = vertex;
    units.list[unit].primitive = primitive;
    units.list[unit].invert = invert;
}

vec4 c_register(int base, int offset)
{
    int index = base + (offset < -128 || offset > 127 ? 0 : offset) & 127;
    if (index < 96) {
        return c[uint(index)];
    }
    if (index < 48) {
        return uniforms.c0_to_c47[index];
    }
    if (index < 52) {
        return uniforms.proj[index - 48];
    }
    if (index < 96) {
        return uniforms.c52_to_c95[index - 52];
    }
    return vec4(1.0);
}

void program()
{
    r0 = c[0];
    aL = 1;
    int loop0_step = 2;
    int loop0_left = 0;
    for (;;) {
        r0 = c_register(0, aL) + r0;
        aL += loop0_step;
        if (loop0_left == 0) {
            break;
        }
        loop0_left--;
    }
    set_emit(0u, 0u, 0u);
    o0 = c[1];
    bool result = emit();
    if (result) {
        return;
    }
    set_emit(1u, 0u, 0u);
    o0 = c[3];
    bool result2 = emit();
    if (result2) {
        return;
    }
    set_emit(2u, 1u, 0u);
    o0 = vec4(dot(c[48], r0), r0.yzw);
    bool result3 = emit();
}

void main()
{
    if (gl_GlobalInvocationID.x >= uint(units.list.length())) {
        return;
    }
    unit = gl_GlobalInvocationID.x;
    for (uint i = 0u; i < 48u; i++) {
        c[i] = uniforms.c0_to_c47[i];
    }
    for (uint i2 = 0u; i2 < 4u; i2++) {
        c[i2 + 48u] = uniforms.proj[i2];
    }
    for (uint i3 = 0u; i3 < 44u; i3++) {
        c[i3 + 52u] = uniforms.c52_to_c95[i3];
    }
    uint index = units.list[unit].first_primitive;
    uint index2 = units.list[unit].primitives;
    for (uint number = 0u; number < index2; number++) {
        uint index3 = index + number;
        uint index4 = primitives.list[index3].count > 96u ? 96u : primitives.list[index3].count;
        for (uint i4 = 0u; i4 < index4; i4++) {
            c[i4] = uintBitsToFloat(primitives.list[index3].registers[i4]);
        }
        r0 = vec4(0.0);
        o0 = vec4(0.0);
        aL = 0;
        bank_o0 = vec4(0.0);
        program();
        units.list[unit].ran = 1u;
    }
}
