// Sorts points into two streams and counts them in a third; only the first is drawn.
#version 450
layout(points) in;
layout(points, max_vertices = 4) out;

layout(location = 0) in vec4 speed[];

layout(stream = 0, location = 0) out vec4 color;
layout(stream = 1, location = 1) out vec4 place;
layout(stream = 1, location = 2) out vec3 momentum;
layout(stream = 3, location = 3) flat out uint count;

uint seen = 0u;

void keep(float mass)
{
    place = gl_in[0].gl_Position;
    momentum = speed[0].xyz * mass;
    EmitStreamVertex(1);
    seen += 1u;
}

void main()
{
    if (speed[0].w > 0.0) {
        color = vec4(1.0);
        gl_Position = gl_in[0].gl_Position;
        EmitStreamVertex(0);
        EndStreamPrimitive(0);
        seen += 1u;
    }
    keep(speed[0].w);
    keep(-speed[0].w);
    count = seen;
    EmitStreamVertex(3);
    EndStreamPrimitive(3);
}
