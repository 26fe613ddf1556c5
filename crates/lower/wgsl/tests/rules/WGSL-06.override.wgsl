// A size that no constant of SPIR-V can be.
override gain: f32 = 2.0;
var<workgroup> list: array<u32, u32(gain * 2.0)>;
@compute @workgroup_size(1) fn main() { list[0] = 1u; }
