// A surface with a material, in a block.
#version 450
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 up;
layout(location = 2) in int kind;
layout(location = 0) out Surface {
    vec3 normal;
    flat int material;
} surface;

void main() {
    surface.normal = up;
    surface.material = kind;
    gl_Position = vec4(place, 1.0);
}
