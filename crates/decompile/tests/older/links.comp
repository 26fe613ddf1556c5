#version 450
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 1) in;

layout(buffer_reference) buffer Node;

layout(buffer_reference, std140) buffer Node {
    int values[2];
    Node children[2];
    Node next;
};

struct Pair {
    vec2 both;
};

layout(push_constant, std140) uniform Start {
    Node first;
    Node all[2];
};

layout(binding = 0, std140) uniform Wide {
    Pair pairs[4];
} wide;

layout(binding = 1, std430) buffer Narrow {
    Pair pairs[4];
} narrow;

void main()
{
    first.next.values[1] = all[first.values[0]].children[1].values[0];
    first.children[0] = all[1];
    narrow.pairs[2].both = wide.pairs[3].both + narrow.pairs[1].both;
}
