// Makes positions of what the control shader hands on.
#version 450
layout(triangles, point_mode) in;

layout(location = 1) in vec4 second[];
layout(location = 3) patch in float sum;
layout(location = 0) out vec4 third;
layout(location = 1) out vec3 place;

void main() {
    third = gl_TessCoord.x * second[0] + gl_TessCoord.y * second[1] + gl_TessCoord.z * second[2];
    place = third.xyz * sum;
}
