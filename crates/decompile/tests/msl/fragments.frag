#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
struct Surface { vec3 normal; vec2 uv; };
layout(location = 0) in Surface surface;
layout(location = 4) in float edge;
layout(location = 0) out vec4 color;
layout(binding = 0, r32ui) uniform coherent uimage2D counts;
layout(std430, binding = 1) coherent buffer Sums { uint total; } sums;
layout(std430, binding = 2) readonly buffer Scale { float scale; } scales;
float shade(Surface s) { return s.normal.z * s.uv.x; }
void main() {
    Surface own = surface;
    float bent = reflect(edge, 0.5) + refract(edge, 1.0, 0.75) + faceforward(edge, own.uv.x, own.uv.y);
    beginInvocationInterlockARB();
    uint old = imageLoad(counts, ivec2(gl_FragCoord.xy)).x;
    imageStore(counts, ivec2(gl_FragCoord.xy), uvec4(old + 1u));
    sums.total += old;
    endInvocationInterlockARB();
    color = vec4(gl_SamplePosition, bent * scales.scale, gl_HelperInvocation ? 0.0 : shade(own));
}
