#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in ivec4 joints;
layout(location = 2) in vec4 weights;
out vec3 shade;

layout(std140) uniform Skeleton
{
    mat4 pose[8];
    mat3 tilt;
};

void main()
{
    vec4 at = vec4(0.0);
    for (int index = 0; index < 4; ++index)
        at += pose[joints[index] & 7] * vec4(position, 1.0) * (weights[index] + 0.05);
    shade = tilt * weights.xyz;
    gl_Position = vec4(at.xyz / max(at.w, 0.25), 1.0);
}
