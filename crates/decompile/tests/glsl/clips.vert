#version 450

layout(location = 0) in vec4 place;
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[3]; };

void main()
{
    const float fixed_distances[3] = float[3](1.0, -1.0, 0.5);
    gl_Position = place;
    gl_ClipDistance = fixed_distances;
}
