// The same from a block without a name.
uniform Frame { float2 origin; layout(offset = 16) float4 sk_RTAdjust; };
void main() { sk_Position = float4(origin, 0, 1); }
