#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int mode;
layout(location = 0) out vec4 color;
void main() {
  float k = uv.x > 0.5 && uv.y > 0.5 ? uv.x : uv.y;
  if (mode == 0) { color = vec4(k); }
  else if (mode == 1) { color = vec4(uv, 0.0, 1.0); }
  else { color = vec4(0.0); }
  switch (mode) {
    case 0: case 1: color.x += 1.0; break;
    case 2: color.y = 0.5;
    case 3: color.z *= 0.25; break;
    default: discard;
  }
}
