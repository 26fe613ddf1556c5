#version 410 core
layout(triangles, equal_spacing, ccw) in;

layout(std140) uniform Hills
{
    vec4 waves[2];
    float height;
};

layout(location = 0) in vec2 field[];
layout(location = 0) out vec2 across;
layout(location = 1) out float lift;

void main()
{
    vec3 part = gl_TessCoord;
    across = field[0] * part.x + field[1] * part.y + field[2] * part.z;
    vec4 at = gl_in[0].gl_Position * part.x + gl_in[1].gl_Position * part.y + gl_in[2].gl_Position * part.z;
    lift = height * (waves[0].x * across.x + waves[1].y * across.y) * 0.5;
    gl_Position = vec4(at.xy, clamp(at.z - lift * 0.25, 0.0, 1.0), 1.0);
}
