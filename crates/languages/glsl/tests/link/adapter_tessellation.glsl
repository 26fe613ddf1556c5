//== split vert
#version 410
in vec3 position;
out vec3 place;
void main() { place = position; }
//== split tesc
#version 410
layout(vertices = 3) out;
in vec3 place[];
out vec3 corner[];
patch out float amount;
uniform float level;
void main() {
    corner[gl_InvocationID] = place[gl_InvocationID];
    amount = level;
    gl_TessLevelInner[0] = level;
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = level;
}
//== split tese
#version 410
layout(triangles, equal_spacing, ccw) in;
in vec3 corner[];
patch in float amount;
uniform mat4 mvp;
void main() {
    vec3 p = gl_TessCoord.x * corner[0] + gl_TessCoord.y * corner[1] + gl_TessCoord.z * corner[2];
    gl_Position = mvp * vec4(p * amount, 1.0);
}
//== split frag
#version 410
out vec4 color;
void main() { color = vec4(1.0); }
