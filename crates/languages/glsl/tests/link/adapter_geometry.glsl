//== split vert
#version 410
in vec3 position;
out Vertex { vec3 normal; } vertex;
out vec2 uv;
void main() { gl_Position = vec4(position, 1.0); vertex.normal = position; uv = position.xy; }
//== split geom
#version 410
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
in Vertex { vec3 normal; } vertex[];
in vec2 uv[];
uniform float push;
uniform sampler2D heights[2];
out vec2 at;
out vec3 normal;
void main() {
    for (int i = 0; i < gl_in.length(); ++i) {
        at = uv[i];
        normal = vertex[i].normal;
        gl_Position = gl_in[i].gl_Position + vec4(normal, 0.0) * push * textureLod(heights[1], at, 0.0).r;
        EmitVertex();
    }
    EndPrimitive();
}
//== split frag
#version 410
in vec3 normal;
in vec2 at;
out vec4 color;
void main() { color = vec4(normal, at.x); }
