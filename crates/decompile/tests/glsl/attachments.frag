#version 450
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput albedo;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform subpassInputMS normals;
layout(input_attachment_index = 2, set = 0, binding = 2) uniform usubpassInput materials;
layout(location = 0) out vec4 color;

vec4 tinted(subpassInput from)
{
    return subpassLoad(from) * 0.5;
}

void main()
{
    uvec4 material = subpassLoad(materials);
    color = tinted(albedo) + subpassLoad(normals, 1) * float(material.y);
}
