#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 texcoord;
layout(location = 0) out vec2 uv;
layout(binding = 0) uniform Camera { mat4 view; layout(row_major) mat4 projection; vec4 planes[2]; };
void main() {
  uv = texcoord;
  uv.y = 1.0 - uv.y;
  gl_Position = projection * view * vec4(position, 1.0);
  gl_PointSize = float(gl_VertexIndex + gl_InstanceIndex);
}
