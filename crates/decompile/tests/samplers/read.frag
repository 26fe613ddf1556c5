#version 450
#extension GL_EXT_samplerless_texture_functions : require

layout(set = 0, binding = 0) uniform texture2D plain;
layout(set = 0, binding = 1) uniform texture2D detail;
layout(set = 0, binding = 2) uniform sampler nearest;
layout(location = 0) out vec4 color;

void main()
{
    color = texelFetch(plain, ivec2(gl_FragCoord.xy), 0) + texelFetch(detail, ivec2(0), 0)
        + texture(sampler2D(detail, nearest), vec2(0.5));
}
