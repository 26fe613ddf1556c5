#version 450

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 planes[2];

layout(set = 0, binding = 0) uniform Cuts {
    vec4 cut[4];
} cuts;

out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[5];
    float gl_CullDistance[2];
};

void main()
{
    gl_Position = position;
    for (int i = 0; i < 4; i++) {
        gl_ClipDistance[i] = dot(position, cuts.cut[i]);
    }
    gl_ClipDistance[4] = position.w;
    gl_CullDistance[0] = dot(position, planes[0]);
    gl_CullDistance[1] = dot(position, planes[1]);
}
