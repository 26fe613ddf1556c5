#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(set = 0, binding = 0) uniform texture2D images[];
layout(set = 0, binding = 1) uniform sampler linear;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in uint layer;
layout(location = 0) out vec4 color;

void main()
{
    color = texture(sampler2D(images[layer], linear), uv);
}
