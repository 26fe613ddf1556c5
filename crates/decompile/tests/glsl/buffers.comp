#version 450
layout(local_size_x_id = 0, local_size_y = 2) in;
layout(constant_id = 0) const uint WIDTH = 64;
layout(constant_id = 1) const float SCALE = 2.0;
struct Particle { vec3 position; float mass; mat3 frame; };
layout(std430, set = 0, binding = 0) readonly buffer Input { uint count; Particle particles[]; } source;
layout(std430, set = 0, binding = 1) buffer Output { uint total; vec4 values[]; } target;
layout(set = 0, binding = 2, rgba8) uniform writeonly image2D picture;
shared float partial[64];
void main() {
  uint index = gl_GlobalInvocationID.x;
  if (index >= source.count) return;
  Particle p = source.particles[index];
  partial[gl_LocalInvocationIndex] = p.mass * SCALE;
  barrier();
  uint old = atomicAdd(target.total, 1u);
  target.values[old] = vec4(p.frame * p.position, partial[(gl_LocalInvocationIndex + 1u) % WIDTH]);
  imageStore(picture, ivec2(index, old), vec4(1.0));
}
