// Emits to the second stream alone, in the entry point.
#version 450
layout(points, invocations = 2) in;
layout(points, max_vertices = 2) out;

layout(location = 0) in vec2 age[];
layout(stream = 1) out Particle {
    layout(location = 0) vec4 place;
    layout(location = 1) vec2 age;
} particle;

void main()
{
    particle.place = gl_in[0].gl_Position;
    particle.age = age[0] + vec2(1.0, float(gl_InvocationID));
    EmitStreamVertex(1);
}
