#version 460
layout(set = 0, binding = 0) uniform Camera { mat4 view; } camera;
layout(location = 0) in vec4 place;
layout(location = 0) flat out int number;
void main()
{
    gl_Position = camera.view * place;
    number = gl_BaseVertex + gl_BaseInstance * 2 + gl_DrawID;
}
