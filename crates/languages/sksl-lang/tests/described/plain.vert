// Without the adjustment nothing is added.
void main() { sk_Position = float4(1); }
