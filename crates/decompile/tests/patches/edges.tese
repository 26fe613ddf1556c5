#version 450

layout(quads) in;

in gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[2];
} gl_in[];

layout(location = 0) in vec2 uvs[];
layout(location = 0) out vec3 uv;

void main()
{
    gl_Position = mix(gl_in[0].gl_Position, gl_in[3].gl_Position, gl_TessCoord.x);
    uv = vec3(uvs[1], gl_in[2].gl_ClipDistance[1] + gl_in[1].gl_ClipDistance[0]);
}
