// A variable of the program that begins as a sum of constants.
const float BASE = 0.25;
float scale = BASE * 2.0 + 1.0;
mat2 turn = mat2(0.8, 0.6, -0.6, 0.8);

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = turn * (fragCoord / iResolution.y) * scale;
    scale = 0.5;
    fragColor = vec4(fract(p * 4.0) * scale, 0.3, 1.0);
}
