#version 450
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D picture;
void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy) / 2;
    color = texelFetch(picture, at, 0) + texelFetchOffset(picture, at, 0, ivec2(-1, 1));
}
