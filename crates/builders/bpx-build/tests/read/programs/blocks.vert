#version 450
out gl_PerVertex { vec4 gl_Position; };
layout(std140, binding = 2) uniform Camera { mat4 view, projection; vec4 planes[2][3]; } camera;
layout(location = 3) in vec4 p;
in mat3 basis;
in float w;
out Vertex { vec3 normal; vec4 tangents[2]; } v;
invariant gl_Position;

void main() {
    gl_Position = camera.projection * camera.view * p + camera.planes[1][2];
    v.normal = basis[0];
    v.tangents[0] = vec4(w);
    v.tangents[1] = p;
    float grid[2][3] = float[2][3](float[3](1.0, 2.0, 3.0), float[3](4.0, 5.0, 6.0));
    v.normal.x += grid[1][2];
    vec2[3] q[2];
    q[1][2] = vec2(1);
    v.normal.xy += q[1][2];
}
