const unknown = 1.0;
@fragment fn main() -> @location(0) vec4f { return vec4f(unknown); }
