// Barycentric coordinates for lines along the edges; inputs and outputs in blocks, at the same locations.
// refuse ES32 DECOMPILE-04
#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

layout(std140, set = 3, binding = 0) uniform Root {
    vec4 highlight;
    int chosen;
};

layout(location = 0) in Surface {
    vec3 normal;
    flat int material;
} surface[];

layout(location = 0) out Wire {
    vec3 normal;
    flat int material;
    noperspective vec3 edge;
    flat vec4 paint;
} wire;

vec3 unit(int axis) {
    vec3 result = vec3(0.0);
    result[axis] = 1.0;
    return result;
}

void main() {
    for (int i = 0; i < 3; ++i) {
        wire.normal = normalize(surface[i].normal);
        wire.material = surface[i].material;
        wire.edge = unit(i);
        wire.paint = gl_PrimitiveIDIn == chosen ? highlight : vec4(1.0);
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
    }
    EndPrimitive();
}
