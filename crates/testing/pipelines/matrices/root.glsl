// The same in both stages: root constants are one block for all of them.
uniform mat4 model;
uniform float gamma;
