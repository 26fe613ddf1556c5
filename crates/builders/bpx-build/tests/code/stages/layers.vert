// Gives nothing: the geometry shader makes its points from numbers.
#version 450

void main() {
}
