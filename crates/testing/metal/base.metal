#include <metal_stdlib>

using namespace metal;

constant int count_given [[function_constant(0)]];
constant int count = is_function_constant_defined(count_given) ? count_given : 4;
constant array<float3, 2> table = { float3(1.0), float3(0.0, 1.0, 2.0) };
constant float weights[3] = { 0.25, 0.5, 0.25 };

struct Light {
    packed_float3 direction;
    float power;
    float4 color;
};

struct Scene {
    float4x4 view;
    float3x3 frame;
    Light lights[4];
    uint2 size;
    int first;
};

struct Total {
    atomic_uint hits;
    uint plain;
    float4 values[1];
};

struct Fog {
    float Fog;
};

struct VertexIn {
    float3 position [[attribute(0)]];
    float2 uv [[attribute(1)]];
};

struct VertexOut {
    float4 position [[position]];
    float size [[point_size]];
    float2 uv [[user(locn0)]];
    uint layer [[user(locn1), flat]];
};

struct FragmentOut {
    float4 color [[color(0)]];
    uint4 ids [[color(1)]];
    float depth [[depth(any)]];
};

void add(thread float3& sum, float3 value)
{
    sum += value;
}

float3 lit(constant Scene& scene, float3 normal)
{
    float3 sum = float3(0.0);
    for (int i = 0; i < count; i++) {
        Light light = scene.lights[i];
        float3 direction = float3(light.direction);
        add(sum, max(dot(normal, direction), 0.0) * light.color.rgb * light.power);
    }
    return sum;
}

void store(device Total& total, uint index, float4 value)
{
    total.values[index] = value;
}

float sum_of(threadgroup float (&values)[64], uint index)
{
    return values[index] + values[index ^ 1u];
}

vertex VertexOut vertex_main(
    VertexIn in [[stage_in]],
    constant Scene& scene [[buffer(0)]],
    const device float4* offsets [[buffer(1)]],
    uint vertex_id [[vertex_id]],
    uint instance_id [[instance_id]])
{
    VertexOut out;
    out.position = scene.view * float4(in.position, 1.0) + offsets[instance_id];
    out.size = 1.0;
    out.uv = in.uv;
    out.layer = vertex_id;
    return out;
}

fragment FragmentOut fragment_main(
    VertexOut in [[stage_in]],
    constant Scene& scene [[buffer(0)]],
    texture2d<float> albedo [[texture(0)]],
    texture2d_array<float> layers [[texture(1)]],
    depth2d<float> shadow [[texture(2)]],
    texturecube<float> sky [[texture(3)]],
    texture2d<uint> ids [[texture(4)]],
    sampler linear [[sampler(0)]],
    sampler comparing [[sampler(1)]],
    bool is_front [[front_facing]])
{
    FragmentOut out;
    float4 base = albedo.sample(linear, in.uv);
    base += albedo.sample(linear, in.uv, bias(1.0)) + albedo.sample(linear, in.uv, level(2.0), int2(1, 0));
    base += layers.sample(linear, in.uv, in.layer);
    base.rgb *= lit(scene, normalize(float3(in.uv, 1.0)));
    float visible = shadow.sample_compare(comparing, in.uv, 0.5);
    float4 gathered = albedo.gather(linear, in.uv, int2(0), component::y);
    float3 slope = dfdx(base.xyz) + fwidth(base.xyz);
    if (!is_front || any(base.xy < float2(0.1))) {
        discard_fragment();
    }
    out.color = mix(base, gathered, float4(visible)) + sky.sample(linear, slope, gradientcube(slope, slope));
    out.ids = ids.read(uint2(in.uv * float2(albedo.get_width(), albedo.get_height())));
    out.depth = clamp(table[1].x + weights[2], 0.0, 1.0);
    return out;
}

kernel void kernel_main(
    constant Scene& scene [[buffer(0)]],
    device Total& total [[buffer(1)]],
    texture2d<float, access::write> picture [[texture(0)]],
    texture2d<float> source [[texture(1)]],
    uint3 position [[thread_position_in_grid]],
    uint index [[thread_index_in_threadgroup]])
{
    threadgroup float values[64];
    threadgroup atomic_int peak;
    values[index] = float(position.x);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint old = atomic_fetch_add_explicit(&total.hits, 1u, memory_order_relaxed);
    int highest = atomic_fetch_max_explicit(&peak, int(old), memory_order_relaxed);
    float value = sum_of(values, index) + float(highest);
    uint bits = as_type<uint>(value);
    uint mixed = popcount(bits) + reverse_bits(bits) + extract_bits(bits, 2u, 3u) + clz(bits);
    int2 where = select(int2(1), int2(2), bool2(true, false));
    float4 texel = source.read(position.xy);
    float3x3 turned = transpose(scene.frame) * scene.frame;
    array<float, 2> pair = { turned[0].x, turned[1][2] };
    store(total, old, texel.bgra + float4(pair[0], pair[1], float(where.x), unpack_unorm4x8_to_float(mixed).x));
    picture.write(float4(float2(scene.size), simd_sum(value), float(scene.first % 3)), position.xy);
}

struct Set0 {
    constant Scene* scene [[id(0)]];
    texture2d<float> maps [[id(1)]];
    sampler smooth [[id(2)]];
    device Total* totals [[id(3)]];
    array<texture2d<float>, 2> pages [[id(4)]];
};

kernel void argument_main(constant Set0& set0 [[buffer(2)]], uint2 place [[thread_position_in_grid]])
{
    float2 uv = float2(place) / float2(set0.scene->size);
    set0.totals->values[place.x] = set0.maps.sample(set0.smooth, uv, level(0.0)) + set0.pages[place.y & 1u].read(place);
}

struct CornerIn {
    float4 position;
    float2 uv;
};

struct PatchOut {
    float height;
    float kept[4];
};

kernel void control_main(
    const device CornerIn* corners_in [[buffer(0)]],
    device CornerIn* corners_out [[buffer(1)]],
    device PatchOut* patches [[buffer(2)]],
    device MTLQuadTessellationFactorsHalf* factors [[buffer(3)]],
    constant uint& patch_size [[buffer(4)]],
    uint corner [[thread_index_in_threadgroup]],
    uint patch_number [[threadgroup_position_in_grid]])
{
    const device CornerIn* taken = &corners_in[patch_number * patch_size];
    device CornerIn* given = &corners_out[patch_number * 4u];
    device PatchOut& whole = patches[patch_number];
    device MTLQuadTessellationFactorsHalf& levels = factors[patch_number];
    given[corner].position = taken[corner].position;
    given[corner].uv = taken[corner].uv;
    whole.kept[corner] = 8.0;
    threadgroup_barrier(mem_flags::mem_device);
    levels.edgeTessellationFactor[corner] = half(whole.kept[corner]);
    levels.insideTessellationFactor[1] = half(given[2].uv.x);
}

struct Corner {
    float4 position [[attribute(2)]];
    float2 uv [[attribute(0)]];
};

struct PatchIn {
    float height [[attribute(1)]];
    patch_control_point<Corner> corners;
};

[[patch(quad, 4)]]
vertex VertexOut evaluation_main(
    PatchIn given [[stage_in]],
    float2 where_in [[position_in_patch]],
    uint patch_number [[patch_id]])
{
    VertexOut out;
    out.position = mix(given.corners[0].position, given.corners[1].position, float4(where_in.x));
    out.position.y += given.height * float(given.corners.size());
    out.size = 1.0;
    out.uv = given.corners[patch_number & 3u].uv;
    out.layer = 0u;
    return out;
}

struct Payload {
    float4 places[8];
    uint count;
};

[[object]] void object_main(
    object_data Payload& payload [[payload]],
    mesh_grid_properties grid_of_meshes,
    uint lane [[thread_index_in_threadgroup]])
{
    payload.places[lane] = float4(1.0);
    payload.count = 8u;
    threadgroup_barrier(mem_flags::mem_object_data);
    grid_of_meshes.set_threadgroups_per_grid(uint3(payload.count, 1u, 1u));
}

struct MeshVertex {
    float4 position [[position]];
    float2 uv [[user(locn0)]];
};

struct MeshPrimitive {
    float4 tint [[user(locn1)]];
    bool hidden [[primitive_culled]];
};

[[mesh]] void mesh_main(
    const object_data Payload& payload [[payload]],
    mesh<MeshVertex, MeshPrimitive, 64, 126, topology::triangle> made,
    uint lane [[thread_index_in_threadgroup]])
{
    MeshVertex corner;
    corner.position = payload.places[lane];
    corner.uv = float2(0.0);
    made.set_vertex(lane, corner);
    MeshPrimitive side;
    side.tint = float4(1.0);
    side.hidden = false;
    made.set_primitive(lane, side);
    made.set_index(lane * 3u, uchar(lane));
    made.set_primitive_count(payload.count);
}
