#version 450
layout(location = 0) in Surface {
    vec4 tint;
    flat int layer;
} surface;
layout(location = 2) sample in vec2 uv;
layout(set = 0, binding = 0) uniform samplerBuffer weights;
layout(set = 0, binding = 1) uniform samplerCubeArray sky;
layout(location = 0) out vec4 color;

void main()
{
    color = surface.tint * texelFetch(weights, gl_SampleID) + texture(sky, vec4(uv, gl_SamplePosition.x, float(surface.layer)));
    gl_SampleMask[0] = gl_SampleMaskIn[0] & 5;
}
