void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    mat2 m = mat2(1.0, 0.3, 0.2, 0.9);
    vec2 p = inverse(m) * (fragCoord / iResolution.xy);
    mat2 o = outerProduct(p, p.yx);
    mat2 c = matrixCompMult(m, o);
    fragColor = vec4(fract(p * 3.0), c[0][1] + c[1].x, 1.0);
}
