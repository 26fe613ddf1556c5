// Interface blocks, with and without a name, and arrays of them.
layout(binding = 1, set = 2) uniform Camera { float4x4 view; layout(offset = 64) float2 size; } camera;
uniform Lights { half4 first; half4 second; };
in float3 position;
out half4 shade;
void main() {
    float4 place = camera.view * float4(position, 1);
    shade = first + second * half(place.x) + half(camera.size.y);
}
