#version 450
struct Light { vec3 direction; float power; };
layout(location = 0) uniform Light lights[2];
layout(location = 8) uniform mat3 turn;
layout(location = 11) uniform float weights[4];
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
float lit(int i) { return max(dot(turn * normal, lights[i].direction), 0.0) * lights[i].power * weights[i]; }
void main() { color = vec4(vec3(lit(0) + lit(1)), weights[3]); }
