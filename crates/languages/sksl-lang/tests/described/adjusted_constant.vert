// A constant folds.
const float4 sk_RTAdjust = float4(1, 2, 3, 4);
void main() { sk_Position = float4(2); }
