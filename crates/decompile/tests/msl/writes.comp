#version 450
layout(local_size_x = 1) in;
struct Point { vec3 place; float weight; };
layout(std430, binding = 0) buffer Points { Point points[]; };
layout(std430, row_major, binding = 1) buffer Frames { mat3 frame; mat2 turns[4]; } frames;
layout(std140, binding = 2) buffer Gaps { vec2 offsets[4]; float weights[3]; mat2 turn; } gaps;
void main() {
    uint i = gl_GlobalInvocationID.x;
    vec3 v = points[i].place;
    points[i].place.yx = v.xz * 2.0;
    points[i + 1u].place = points[i].place;
    frames.frame[1] = v;
    frames.frame[2].xy = v.zx;
    frames.turns[i][0] = v.xy + 1.0;
    gaps.offsets[i].yx = v.xz;
    gaps.offsets[1] = v.yy;
    gaps.weights[2] += v.x;
    vec4 sum = vec4(v, 1.0);
    sum.zw = frames.turns[1] * sum.xy;
    points[i].weight = sum.z + sum.w + gaps.turn[1].x;
}
