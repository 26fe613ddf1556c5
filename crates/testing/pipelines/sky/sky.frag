#version 300 es
precision highp float;
precision highp samplerCube;
in highp vec3 direction;
uniform samplerCube stars;
out vec4 color;

void main()
{
    color = textureLod(stars, normalize(direction), 0.0);
}
