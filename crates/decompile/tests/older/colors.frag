#version 450
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 pair[2];
layout(location = 2) out float last[2];
layout(binding = 0) uniform Choice { int which; };
void main()
{
    pair = vec4[2](tint, tint * 0.5);
    pair[which] += tint.wzyx;
    last[0] = mod(tint.x, 0.75);
    last[which] = trunc(tint.y * 3.0);
}
