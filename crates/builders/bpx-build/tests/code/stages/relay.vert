// Outputs for two stages further on.
// refuse ES30 DECOMPILE-06
// refuse ES31 DECOMPILE-06
// refuse ES32 DECOMPILE-06
#version 450
layout(location = 0) in vec4 place;
layout(location = 0) out float weight;
layout(location = 1) out vec4 first;
out float gl_ClipDistance[1];

void main() {
    weight = place.w;
    first = place.wzyx;
    gl_Position = place;
    gl_ClipDistance[0] = place.x;
}
