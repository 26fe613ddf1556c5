// Lines along the edges; each input has another interpolation.
// refuse ES30 DECOMPILE-08
// refuse ES31 DECOMPILE-04
// refuse ES32 DECOMPILE-04
#version 450
layout(location = 0) in Wire {
    vec3 normal;
    flat int material;
    noperspective vec3 edge;
    flat vec4 paint;
} wire;
layout(location = 0) out vec4 color;

void main() {
    float near = min(wire.edge.x, min(wire.edge.y, wire.edge.z));
    color = near < 0.02 ? wire.paint : vec4(wire.normal * float(wire.material), 1.0);
}
