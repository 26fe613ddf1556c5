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
    uvec4 slots[6];
};

struct Triangle {
    uint inverted;
    uvec4 vertices[6];
};

layout(binding = 0, std140) uniform Uniforms {
    vec4 c0_to_c47[48];
    vec4 scale;
    uint flags_0;
    uint flags_1;
    uint b15;
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
bool ran = false;
vec4 bank_o0 = vec4(0.0);
vec4 bank_o1 = vec4(0.0);
vec4 o0 = vec4(0.0);
vec4 o1 = vec4(0.0);

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
    uint index3 = index * 2u;
    units.list[unit].slots[index3] = floatBitsToUint(o0);
    units.list[unit].slots[index3 + 1u] = floatBitsToUint(o1);
    if (test) {
        uint index4 = units.list[unit].first_triangle + index2;
        triangles.list[index4].inverted = units.list[unit].invert;
        for (uint i = 0u; i < 6u; i++) {
            triangles.list[index4].vertices[i] = units.list[unit].slots[i];
        }
        units.list[unit].triangles = index2 + 1u;
    }
    vec4 vector = o0;
    o0 = bank_o0;
    bank_o0 = vector;
    vec4 vector2 = o1;
    o1 = bank_o1;
    bank_o1 = vector2;
    return false;
}

void set_emit(uint vertex, uint primitive, uint invert)
{
    units.list[unit].vertex = vertex;
    units.list[unit].primitive = primitive;
    units.list[unit].invert = invert;
}

void program()
{
    set_emit(0u, 0u, 0u);
    o0 = c[48] * 0.0;
    bool result = emit();
    if (result) {
        return;
    }
    if (uniforms.b15 != 0u || ran) {
        set_emit(1u, 0u, 0u);
    }
    o0 = c[3];
    bool result2 = emit();
}

void main()
{
    if (gl_GlobalInvocationID.x >= uint(units.list.length())) {
        return;
    }
    unit = gl_GlobalInvocationID.x;
    ran = units.list[unit].ran != 0u;
    for (uint i = 0u; i < 48u; i++) {
        c[i] = uniforms.c0_to_c47[i];
    }
    c[48] = uniforms.scale;
    uint index = units.list[unit].first_primitive;
    uint index2 = units.list[unit].primitives;
    for (uint number = 0u; number < index2; number++) {
        uint index3 = index + number;
        uint index4 = primitives.list[index3].count > 96u ? 96u : primitives.list[index3].count;
        for (uint i2 = 0u; i2 < index4; i2++) {
            c[i2] = uintBitsToFloat(primitives.list[index3].registers[i2]);
        }
        o0 = vec4(0.0);
        o1 = vec4(0.0);
        bank_o0 = vec4(0.0);
        bank_o1 = vec4(0.0);
        program();
        ran = true;
        units.list[unit].ran = 1u;
    }
}
