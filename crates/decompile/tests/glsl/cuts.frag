#version 450

in float gl_ClipDistance[4];
in float gl_CullDistance[3];

layout(location = 0) out vec4 color;

void main()
{
    color = vec4(gl_ClipDistance[0], gl_ClipDistance[2], gl_CullDistance[0], gl_CullDistance[1]);
}
