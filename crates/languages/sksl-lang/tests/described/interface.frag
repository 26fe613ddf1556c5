// Interface blocks: with an instance, as an array, and with members that are found by their own names.
layout(set = 0, binding = 1) uniform sampler2D image;
layout(binding = 2) uniform Named { float4 a; half2 b[2]; } named;
uniform Many { layout(offset = 16) float x; } many[3];
uniform Loose { half4 loose; half2 pair; };
in float2 uv;
flat in int number;
noperspective in half weight;
layout(location = 1) out half4 second;
void main() {
    sk_FragColor = sample(image, uv) * named.b[0].x + loose * pair.x;
    second = half4(weight * half(number) * half(many[1].x));
}
