Arrays without a size are as large as some stage needs them; what only functions use that nothing calls need not arrive.
//== program vert
#version 460
#extension GL_EXT_nonuniform_qualifier : require
uniform Palette { vec4 colors[]; } palette;
uniform Curve { float points[]; float scale; } curve;
buffer Trail { vec4 places[]; } trail;
buffer Marks { uint marks[]; } marks;
uniform sampler2D images[];
layout(location = 1) out Near { vec4 first; layout(location = 4) vec2 second; };
out vec3 normal;
out vec2 uv;
void main() {
    gl_Position = palette.colors[6] + trail.places[2] + textureLod(images[nonuniformEXT(gl_VertexID)], vec2(0.0), 0.0);
    first = vec4(curve.scale); second = vec2(0.0); normal = vec3(float(marks.marks[gl_VertexID])); uv = second;
}
//== program frag
#version 460
#extension GL_EXT_nonuniform_qualifier : require
uniform Palette { vec4 colors[]; } palette;
uniform Curve { float points[]; float scale; } curve;
buffer Trail { vec4 places[5]; } trail;
buffer Marks { uint marks[]; } marks;
uniform sampler2D images[];
struct Set { sampler2D color; sampler3D volume; };
uniform Set set;
in vec3 normal;
in vec2 uv;
in float unwritten;
layout(location = 0) out vec4 color;
float unused() { return unwritten; }
void main() {
    color = palette.colors[1] + curve.points[3] + trail.places[4] + float(marks.marks.length());
    color += texture(set.color, uv) + texture(set.volume, normal);
}
//== reached frag
#version 450
in float unwritten;
layout(location = 0) out vec4 color;
float used() { return unwritten; }
void main() { color = vec4(used()); }
//== reached vert
#version 450
void main() { gl_Position = vec4(0.0); }
