#version 450
// Relaxed precision is half.
precision mediump float;
layout(set = 0, binding = 0) uniform Paint { mediump vec4 tint; highp vec2 size; mediump float gain; };
layout(location = 0) out mediump vec4 color;
mediump vec3 shade(mediump vec3 c, highp float x) { return c * x; }
void main() {
    highp vec2 p = gl_FragCoord.xy / size;
    mediump vec3 base = shade(tint.rgb, p.x) + gain;
    base *= base;
    if (p.y > 0.5) { base = vec3(1.0) - base; }
    color = vec4(base, tint.a);
}
