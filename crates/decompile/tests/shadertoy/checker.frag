#define SIZE 16.0
void mainImage(out vec4 o, in vec2 p)
{
    vec2 q = floor((p + iTime * 10.0) / SIZE);
    float m = mod(q.x + q.y, 2.0);
    o = vec4(vec3(mix(0.2, 0.9, m)), 1.0);
}
