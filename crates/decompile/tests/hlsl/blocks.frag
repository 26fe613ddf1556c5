#version 450
layout(location = 0) in Wire {
    vec3 normal;
    flat int material;
    noperspective vec3 edge;
    flat vec2 area;
    centroid float depth;
} wire;
layout(location = 0) out vec4 color;
void main() { color = vec4(wire.normal * wire.edge, float(wire.material)) * wire.area.xyxy + wire.depth; }
