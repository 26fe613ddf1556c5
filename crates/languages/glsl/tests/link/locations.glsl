Locations: stated ones are kept, names join the others.
//== program vert
#version 430
in vec3 position;
layout(location = 0) in vec4 tangent;
in mat3 frame;
in dvec3 wide;
out vec2 unused;
layout(location = 2) out vec3 normal;
out Surface { vec4 color; vec2 uv[2]; } surface;
flat out int number;
void main() {
    gl_Position = vec4(position + frame[0] + vec3(wide), 1.0) + tangent;
    normal = position; surface.color = tangent; surface.uv[0] = surface.uv[1] = vec2(0.0); number = 1; unused = vec2(0.0);
}
//== program frag
#version 430
in Surface { vec4 color; vec2 uv[2]; } taken;
layout(location = 2) in vec3 other;
flat in int number;
out vec4 first;
layout(location = 0) out vec4 second;
void main() { first = taken.color * float(number) + vec4(other, 0.0); second = taken.uv[1].xyxy; }
