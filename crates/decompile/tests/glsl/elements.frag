#version 450

layout(binding = 0) uniform sampler2D pictures[3];
layout(binding = 3) uniform Light { vec4 color; } lights[2];
layout(location = 0) flat in int which;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;

void main()
{
    color = texture(pictures[which], uv) * lights[which & 1].color + texture(pictures[2], uv);
}
