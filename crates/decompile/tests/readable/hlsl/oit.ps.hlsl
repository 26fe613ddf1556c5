struct Node {
    uint color;
    float depth;
    uint next;
};

RWTexture2D<uint> heads : register(u0);
RWStructuredBuffer<Node> nodes : register(u1);
RWStructuredBuffer<uint> counter : register(u2);

cbuffer Limits : register(b0) {
    uint maxNodes;
};

uint PackColor(float4 c) {
    uint4 b = uint4(saturate(c) * 255.0);
    return b.r | b.g << 8 | b.b << 16 | b.a << 24;
}

void main(float4 position : SV_Position, float4 color : COLOR) {
    uint index;
    InterlockedAdd(counter[0], 1, index);
    if (index < maxNodes) {
        uint previous;
        InterlockedExchange(heads[uint2(position.xy)], index, previous);
        Node node;
        node.color = PackColor(color);
        node.depth = position.z;
        node.next = previous;
        nodes[index] = node;
    }
}
