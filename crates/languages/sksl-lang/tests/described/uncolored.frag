// A `float4` does not.
float4 main() { return float4(1); }
