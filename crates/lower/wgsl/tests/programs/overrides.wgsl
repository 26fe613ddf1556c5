// Constants of the pipeline: in arithmetic, as lengths and as sizes of workgroups.
@id(7) override count: u32 = 4u;
override is_fast: bool = true;
override gain: f32 = 1.5;
override offset: i32 = -3;
override doubled = count * 2u;
override scaled = gain * 2.0;
override bounded = clamp(offset, -2, 5);

@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;

var<workgroup> list: array<f32, count + 1u>;
var<private> begun: f32 = scaled;
const FIXED = 3.0;

@compute @workgroup_size(count, 1, 1)
fn main(@builtin(local_invocation_index) index: u32) {
    list[index] = gain * f32(index);
    workgroupBarrier();
    var total = begun + FIXED;
    for (var i = 0u; i < count; i++) {
        total += list[i];
    }
    if is_fast { total *= 2.0; }
    out[index] = vec4f(total, f32(doubled), f32(bounded), f32(offset / i32(count)) + f32(offset % 2));
}
