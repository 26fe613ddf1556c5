// A function that takes a channel.
vec3 boxmap(sampler2D s, vec3 p, vec3 n)
{
    vec3 m = pow(abs(n), vec3(4.0));
    vec3 x = texture(s, p.yz).rgb;
    vec3 y = texture(s, p.zx).rgb;
    vec3 z = texture(s, p.xy).rgb;
    return (x * m.x + y * m.y + z * m.z) / (m.x + m.y + m.z);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    vec3 n = normalize(vec3(uv - 0.5, 0.5));
    fragColor = vec4(boxmap(iChannel0, vec3(uv * 0.5 + 0.25, 0.5), n), 1.0);
}
