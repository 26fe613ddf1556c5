// The place of the pixel as the language has it, which counts rows as the site does.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = gl_FragCoord.xy / iResolution.xy;
    fragColor = vec4(uv, gl_FragCoord.z, 1.0);
}
