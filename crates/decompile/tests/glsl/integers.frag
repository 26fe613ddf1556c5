#version 450
layout(location = 0) flat in uvec2 bits;
layout(location = 1) flat in int shift;
layout(location = 0) out ivec4 color;
void main() {
  uint mixed = (bits.x << 3 | bits.y >> 5) ^ ~bits.x;
  int value = int(mixed) >> shift;
  color = ivec4(value % 7, bitCount(mixed), findMSB(mixed), bitfieldExtract(value, 2, 5));
  color.w += floatBitsToInt(float(value) * 0.5) & -2147483647;
}
