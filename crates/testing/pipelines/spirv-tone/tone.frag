#version 450
layout(location = 0) in vec2 across;
layout(location = 0) out vec4 color;
struct Step { vec3 from; float at; vec2 slope; };
layout(std140, set = 0, binding = 3) uniform Curve { Step steps[3]; mat3 mix_colors; vec3 lift; float gamma; } curve;
layout(set = 1, binding = 0) uniform texture2D image;
layout(set = 2, binding = 0) uniform sampler soft;

void main()
{
    vec3 base = texture(sampler2D(image, soft), across).rgb;
    vec3 seen = curve.mix_colors * base + curve.lift;
    for (int i = 0; i < 3; i++)
        seen = mix(seen, curve.steps[i].from, step(curve.steps[i].at, seen.r) * curve.steps[i].slope.x);
    color = vec4(pow(clamp(seen, 0.0, 1.0), vec3(curve.gamma)), 1.0);
}
