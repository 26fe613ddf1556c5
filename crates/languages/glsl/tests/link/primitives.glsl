Arrays for each vertex of a primitive take no locations.
//== program vert
#version 450
in vec4 position;
out vec3 normal;
out Block { vec2 uv; } passed;
void main() { gl_Position = position; normal = position.xyz; passed.uv = position.xy; }
//== program tesc
#version 450
layout(vertices = 4) out;
in vec3 normal[];
in Block { vec2 uv; } taken[];
out vec3 bent[];
patch out vec4 whole;
void main() {
    bent[gl_InvocationID] = normal[gl_InvocationID] + vec3(taken[0].uv, 0.0);
    whole = vec4(1.0);
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = 1.0;
}
//== program tese
#version 450
layout(quads) in;
in vec3 bent[];
patch in vec4 whole;
out vec4 color;
void main() { color = vec4(bent[0], 1.0) * whole; gl_Position = gl_in[1].gl_Position; }
//== program geom
#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec4 color[];
out vec4 shade;
void main() {
    for (int i = 0; i < color.length(); i++) { shade = color[i]; gl_Position = gl_in[i].gl_Position; EmitVertex(); }
}
//== program frag
#version 450
in vec4 shade;
out vec4 color;
void main() { color = shade; }
