#version 450
layout(location = 0) in vec4 v;
layout(location = 1) in vec3 u;
layout(location = 0) out vec4 color;
void main()
{
    mat3x4 m = outerProduct(v, u);
    m += mat3x4(4.3);
    color = v * mat4(m);
    mat3 n = mat3(v.x) + mat3(m);
    n -= mat3(2.5);
    color.xyz += n * u;
}
