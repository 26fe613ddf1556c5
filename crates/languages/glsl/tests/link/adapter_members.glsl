//== split vert
#version 330
in vec3 position;
in vec4 tangent;
layout(std140) uniform Options {
    bool on;
    bvec3 kinds;
    bool list[3];
    layout(row_major) mat4x3 bend;
    layout(row_major) mat3 turns[2];
    int which;
} options;
layout(std140, row_major) uniform Matrices { mat4 view; layout(column_major) mat4 model; bool plain; };
uniform bvec2 loose;
uniform bool both[2];
out Vertex {
    vec3 world;
    mat3 frame;
    noperspective vec2 uv;
    flat int id;
} to;
void main() {
    to.world = options.bend * (model * vec4(position, 1.0));
    to.frame = mat3(tangent.xyz, position, cross(tangent.xyz, position));
    to.frame[1] *= options.turns[options.which][2].x;
    to.uv = options.on ? position.xy : position.yx;
    to.id = options.list[options.which] && options.kinds.y && loose.x ? options.list.length() : 0;
    if (any(options.kinds) || plain || both[1]) to.id++;
    bool on = false, view = on;
    gl_Position = vec4(view ? 1.0 : 0.0) + model[1];
}
//== split frag
#version 330
in Vertex {
    vec3 world;
    mat3 frame;
    noperspective vec2 uv;
    flat int id;
};
layout(std140, row_major) uniform Matrices { mat4 view; layout(column_major) mat4 model; bool plain; };
out vec4 color;
void main() { color = view * vec4(frame * world, float(id)) + uv.xyxy + view[2] * view[0][1]; }
