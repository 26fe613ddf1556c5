#version 450
struct Lamp { vec3 tint; float power; };
layout(location = 0) in vec4 light;
layout(location = 0) out vec4 color;
void dim(inout float value) { value *= 0.5; }
void fetch(out vec3 value) { value = light.xyz; }
void main() {
  vec4 sum = light;
  dim(sum.y);
  float list[2];
  list[0] = light.x;
  list[1] = light.y;
  dim(list[1]);
  Lamp lamp;
  fetch(lamp.tint);
  lamp.power = list[0] + list[1];
  dim(lamp.power);
  color = sum + vec4(lamp.tint, lamp.power);
}
