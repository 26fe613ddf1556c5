#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Params { int count; float limit; } params;
void main() {
  float sum = 0.0;
  for (int i = 0; i < params.count; i++) {
    if (uv.x * float(i) > params.limit) continue;
    sum += uv.y;
    if (sum > 10.0) break;
  }
  int n = params.count;
  while (n > 0) { sum *= 0.5; n -= 2; }
  do { sum += 1.0; } while (sum < params.limit);
  color = vec4(sum);
}
