// Names of one letter and no braces.
void mainImage(out vec4 O, vec2 I)
{
    vec2 r = iResolution.xy, u = (I + I - r) / r.y;
    O = vec4(0);
    for (float i = 0.; i < 9.; i++)
        O += .01 / abs(length(u) - .1 * i - .1 * sin(iTime + i)) * (cos(i + vec4(0, 1, 2, 0)) + 1.);
}
