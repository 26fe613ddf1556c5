// Programs. The line before each says stage, API, and `accepted`, or the rule and the place of its first error.
//== frag vulkan accepted
#version 450
layout(location = 0) out vec4 result;
const float table[] = float[](1.0, 2.0, 3.0);
const float lists[] = { 1.0, 2.0 };
const vec2 pairs[2] = { { 1, 2 }, { 3, 4 } };
struct Light { vec3 color; float power; };
const Light lights[2] = { { { 1, 0, 0 }, 2 }, { vec3(0), 3 } };
const int count = lights.length() + table.length();
float sized[count];
void give(out float a, out int b) { a = 1.0; b = 2; }
void main() {
    double wide;
    int number;
    float sums[2][2] = { { 1, 2 }, { 3, 4 } };
    give(sums[0][1], number);
    const float late = sums[0][1];
    ivec4 whole = ivec4(1);
    whole.zw = whole.xy;
    result = vec4(table[number], lists[1], pairs[1].y, lights[0].power) + late;
    result.xyz *= mat3(1.0);
    result = number > 1 ? result : vec4(0);
    for (int i = 0, j = 1; i < 4; i++, j += 2) result[i] += float(j);
}
//== frag vulkan refused GLSL-60 4:19
#version 450
layout(location = 0) out vec4 result;
void main() {
    vec3 a[2] = { { 1, 2 }, { 1, 2, 3 } };
}
//== frag vulkan refused GLSL-60 3:18
#version 450
void main() {
    float a[3] = { 1, 2 };
}
//== frag opengl refused GLSL-44 3:18
#version 330
void main() {
    float a[3] = { 1, 2, 3 };
}
//== frag opengl refused GLSL-47 4:25
#version 330
uniform float u;
void main() {
    const float a = 1.0 + u;
}
//== frag opengl accepted
#version 420
uniform float u;
out float o;
void main() {
    const float a = 1.0 + u;
    o = a;
}
//== frag opengl refused GLSL-48 5:7
#version 420
uniform float u;
void main() {
    const float a = 1.0 + u;
    a = 2.0;
}
//== comp vulkan accepted
#version 450
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 4) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { uint value; Node next; };
layout(set = 0, binding = 0) buffer Heads { Node first; uint total; uint all[]; };
shared uint both;
void main() {
    Node node = first;
    node = node.next;
    node.value += 1;
    Node other = node + 2;
    other += 1;
    int64_t apart = other - node;
    uint64_t address = uint64_t(node);
    Node again = Node(address);
    atomicAdd(both, 1u);
    atomicMax(all[gl_LocalInvocationIndex], again.value);
    total = uint(all.length()) + gl_WorkGroupSize.x;
}
//== comp vulkan refused GLSL-45 6:5
#version 450
layout(local_size_x = 4) in;
uint here;
void main() {
    uint mine;
    atomicAdd(mine, 1u);
}
//== comp vulkan accepted
#version 450
layout(local_size_x = 4) in;
layout(constant_id = 3) const int size = 4;
const int twice = size * 2 + 1;
layout(set = 0, binding = 0) buffer Out { int value; };
shared float room[twice];
void main() {
    int other[size];
    other[0] = room.length();
    value = other[0] + twice;
}
//== frag vulkan accepted
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(set = 0, binding = 0) uniform texture2D pictures[];
layout(set = 0, binding = 1) uniform sampler how;
layout(location = 0) flat in int which;
layout(location = 0) out vec4 result;
void main() {
    result = texture(sampler2D(pictures[nonuniformEXT(which)], how), vec2(0.5));
}
//== frag vulkan refused GLSL-44 6:30
#version 450
layout(set = 0, binding = 0) uniform sampler2D pictures[];
layout(location = 0) flat in int which;
layout(location = 0) out vec4 result;
void main() {
    result = texture(pictures[which], vec2(0.5));
}
//== frag opengl refused GLSL-44 6:30
#version 330
uniform sampler2D pictures[4];
uniform int which;
out vec4 result;
void main() {
    result = texture(pictures[which], vec2(0.5));
}
//== frag vulkan refused GLSL-47 5:48
#version 450
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 result;
void main() {
    result = textureOffset(picture, vec2(0.5), ivec2(8, 0));
}
//== frag vulkan refused GLSL-52 5:5
#version 450
layout(set = 0, binding = 0, rgba8) uniform readonly image2D picture;
layout(location = 0) out vec4 result;
void main() {
    imageStore(picture, ivec2(0), vec4(1));
}
//== frag vulkan refused GLSL-42 4:14
#version 450
layout(location = 0) out vec4 result;
void main() {
    result = missing + missing * missing;
    result = result;
}
