#version 330 core
in vec2 uv;
uniform sampler2D albedo;
out vec4 color;

void main()
{
    // No location anywhere: varyings meet by name, the only output is target 0.
    color = texture(albedo, uv);
}
