#version 450 core
layout(triangles, equal_spacing, cw) in;

layout(set = 1, binding = 0) uniform texture2D heights;
layout(set = 2, binding = 0) uniform sampler heights_sampler;
layout(location = 0) in vec4 control[];
layout(location = 1) patch in float whole;
layout(location = 0) out vec4 inside;

void main()
{
    vec3 part = gl_TessCoord;
    vec4 shade = control[0] * part.x + control[1] * part.y + control[2] * part.z;
    vec4 at = gl_in[0].gl_Position * part.x + gl_in[1].gl_Position * part.y + gl_in[2].gl_Position * part.z;
    float height = textureLod(sampler2D(heights, heights_sampler), shade.xy, 0.0).r;
    inside = shade * (0.5 + 0.5 * whole);
    gl_Position = vec4(at.xy + 0.1 * vec2(height - 0.5), at.zw);
}
