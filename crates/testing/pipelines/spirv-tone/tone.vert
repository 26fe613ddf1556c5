#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec2 across;
layout(push_constant) uniform Root { mat4 world; vec2 shift; } root;

void main()
{
    across = uv + root.shift;
    gl_Position = root.world * vec4(position, 1.0);
}
