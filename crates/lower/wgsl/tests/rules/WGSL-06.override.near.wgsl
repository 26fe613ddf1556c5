override gain: u32 = 2;
var<workgroup> list: array<u32, gain * 2u>;
@compute @workgroup_size(1) fn main() { list[0] = 1u; }
