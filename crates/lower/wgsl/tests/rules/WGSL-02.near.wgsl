struct Light { is_on: u32 }
@group(0) @binding(0) var<uniform> light: Light;
@fragment fn main() -> @location(0) vec4f { return vec4f(f32(light.is_on)); }
