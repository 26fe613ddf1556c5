// Takes the evaluation shader's position, which that one does not write, after one of its two outputs.
#version 450
layout(points) in;
layout(points, max_vertices = 1) out;

layout(location = 1) in vec3 place[];
layout(location = 0) flat out uvec2 fourth;
layout(location = 1) out float fifth[2];

void main() {
    fourth = uvec2(place[0].xy);
    fifth[0] = place[0].z;
    fifth[1] = 1.0;
    gl_Position = vec4(place[0], 1.0) + gl_in[0].gl_Position;
    EmitVertex();
}
