#version 450
#extension GL_KHR_shader_subgroup_vote : require

layout(local_size_x = 32) in;
layout(constant_id = 3) const int COUNT = 4;

struct Range {
    float low;
    float high;
};

layout(set = 0, binding = 0, std430) buffer Points {
    uint count;
    vec4 points[];
} points;

layout(set = 0, binding = 1, std430) readonly buffer Ranges {
    Range ranges[];
};

shared float sums[COUNT * 2];

void main()
{
    uint i = gl_GlobalInvocationID.x;
    Range near = ranges[i];
    Range far = ranges[i + 1u];
    Range chosen = points.points[i].w > 0.0 ? near : far;
    vec3 point = points.points[i].xyz;
    vec3 inside = mix(vec3(chosen.low), point, greaterThan(point, vec3(chosen.low)));
    points.points[i].xyz = inside;
    points.points[i].xw = vec2(chosen.high, near.high);
    sums[i % uint(COUNT)] = subgroupAllEqual(inside) ? near.low : far.low;
    barrier();
    points.points[i].y = sums[0];
}
