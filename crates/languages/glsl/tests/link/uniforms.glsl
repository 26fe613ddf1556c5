Uniforms outside of blocks of both stages, one block.
//== program vert
#version 330
struct Light { vec3 position; float range; vec4 color; };
uniform mat4 view;
uniform Light lights[3];
uniform bool lit = true;
in vec3 position;
out vec3 at;
float offset = view[3].x;
void main() {
    at = position + lights[2].position * lights[1].range + offset;
    gl_Position = lit ? view * vec4(position, 1.0) : vec4(0.0);
}
//== program frag
#version 330
struct Light { vec3 position; float range; vec4 color; };
uniform Light lights[3];
uniform float strength;
uniform mat4 view;
in vec3 at;
out vec4 color;
void main() {
    color = lights[0].color * strength + view[0] + vec4(at, 0.0);
}
