#version 460
#extension GL_EXT_nonuniform_qualifier : require

layout(binding = 0) uniform sampler2D many[];
layout(binding = 1) uniform sampler2D few[2];
layout(binding = 2) buffer Sum { float sum; } sums[];
layout(binding = 3) buffer Last { float last; };
layout(location = 0) flat in int which;
layout(location = 0) out vec4 color;

void main()
{
    color = texture(many[nonuniformEXT(which)], vec2(0.5)) + texture(few[1], vec2(0.5));
    last = sums[which].sum;
}
