#version 300 es
in vec3 position;
out highp vec3 direction;
uniform mat3 turn;

void main()
{
    direction = turn * vec3(position.xy, 1.0);
    gl_Position = vec4(position, 1.0);
}
