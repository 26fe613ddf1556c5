vec3 blurred(sampler2D image, vec2 at, float radius)
{
    vec3 sum = vec3(0.0);
    for (int i = -1; i <= 1; i++) {
        sum += texture(image, at + vec2(float(i), 0.0) * radius / iResolution.xy).rgb;
    }
    return sum / 3.0;
}

vec3 twice(sampler2D image, vec2 at)
{
    return blurred(image, at, 1.0) + blurred(image, at.yx, 2.0);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    vec3 near = blurred(iChannel0, uv, 1.5);
    vec3 far = twice(iChannel1, uv);
    fragColor = vec4(mix(near, 0.5 * far, uv.x), 1.0);
}
