#version 450
layout(isolines, fractional_odd_spacing) in;

layout(location = 0) in vec3 tint[];
layout(location = 1) patch in vec2 offsets[2];
layout(location = 0) out vec3 color;

vec4 along(float t)
{
    return mix(gl_in[0].gl_Position, gl_in[1].gl_Position, t) + vec4(offsets[int(gl_TessCoord.y)], 0.0, 0.0);
}

void main()
{
    color = mix(tint[0], tint[1], gl_TessCoord.x) * gl_TessCoord;
    gl_Position = along(gl_TessCoord.x) + vec4(gl_TessCoord.yx, gl_TessLevelOuter[1], gl_TessLevelInner[0]);
    gl_Position.x += gl_TessLevelOuter[int(tint[0].x)] * float(gl_PrimitiveID);
    gl_ClipDistance[0] = gl_in[0].gl_ClipDistance[0];
    gl_ClipDistance[1] = gl_in[1].gl_ClipDistance[1];
}
