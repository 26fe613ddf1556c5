void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 size = vec2(textureSize(iChannel0, 0));
    vec2 uv = fragCoord / size;
    fragColor = texture(iChannel0, fract(uv));
}
