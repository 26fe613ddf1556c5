#version 450
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
layout(push_constant) uniform Constants { vec3 light; float power; } constants;
float shade(vec3 n, vec3 l) {
  float d = dot(n, l);
  if (d <= 0.0) return 0.0;
  return pow(d, constants.power);
}
void tint(inout vec3 value, float amount) { value = mix(value, vec3(1.0, 0.5, 0.25), amount); }
void split(vec3 v, out float low, out float high) { low = min(v.x, v.y); high = max(v.x, v.y); }
void main() {
  vec3 value = vec3(shade(normalize(normal), constants.light));
  tint(value, 0.5);
  float low, high;
  split(value, low, high);
  color = vec4(value, high - low);
}
