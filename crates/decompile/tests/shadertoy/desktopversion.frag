#version 450
// Integers that become floats without a word, as on the desktop.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    float a = 1, b = 0;
    vec2 uv = fragCoord / iResolution.xy * 2 - 1;
    if (length(uv) < 1) b = 1;
    fragColor = vec4(uv * a, b, 1);
}
