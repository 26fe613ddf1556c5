#version 450
layout(location = 0) in mat4 model;
layout(location = 4) in uvec4 joints;
layout(location = 0) out vec3 normals[2];
layout(location = 2) out mat3 frame;
layout(location = 5) flat out int id;
out float gl_ClipDistance[2];
const vec2 corners[3] = vec2[](vec2(0.0), vec2(2.0, 0.0), vec2(0.0, 2.0));
void main() {
    gl_Position = model * vec4(corners[gl_VertexIndex % 3], 0.0, 1.0);
    gl_ClipDistance[0] = gl_Position.x;
    gl_ClipDistance[1] = 1.0;
    normals[0] = model[2].xyz;
    normals[joints.x & 1u] = vec3(float(gl_InstanceIndex));
    frame = mat3(model);
    id = int(joints.y);
}
