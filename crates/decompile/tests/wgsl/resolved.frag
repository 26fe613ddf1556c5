#version 450
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2DMS picture;
layout(binding = 1) uniform usampler2DMS marks;
void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy) % textureSize(picture);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        if (texelFetch(marks, at, i).x > 1u) sum += texelFetch(picture, at, i) * float(i + 1);
    }
    color = sum * tint;
}
