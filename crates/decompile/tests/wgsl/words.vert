#version 450
layout(location = 0) in mat4 placed;
layout(location = 4) in vec3 var;
layout(location = 5) in ivec2 texture;
layout(location = 0) out vec3 loop;
layout(location = 1) flat out int vec3f;
layout(location = 2) noperspective centroid out vec2 array[2];
float length2(vec3 v) { return dot(v, v) + var.x; }
void main() {
    float distance = length2(var);
    loop = var * distance;
    vec3f = gl_VertexIndex + gl_InstanceIndex;
    array[0] = vec2(texture);
    array[1] = vec2(0.0);
    gl_Position = placed * vec4(var, 1.0);
}
