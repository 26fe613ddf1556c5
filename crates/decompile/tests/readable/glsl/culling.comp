#version 450

layout(local_size_x = 64) in;

struct Object {
    vec4 sphere;
    uint indexCount;
    uint firstIndex;
    int vertexOffset;
    uint material;
};

struct DrawCommand {
    uint indexCount;
    uint instanceCount;
    uint firstIndex;
    int vertexOffset;
    uint firstInstance;
};

layout(std430, binding = 0) readonly buffer Objects {
    Object objects[];
};
layout(std430, binding = 1) writeonly buffer Draws {
    DrawCommand draws[];
};
layout(std430, binding = 2) buffer Counter {
    uint drawCount;
};
layout(binding = 3) uniform Frustum {
    vec4 planes[6];
    uint objectCount;
};

bool isVisible(vec4 sphere) {
    for (int i = 0; i < 6; i++) {
        if (dot(planes[i].xyz, sphere.xyz) + planes[i].w < -sphere.w) {
            return false;
        }
    }
    return true;
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= objectCount) return;
    Object object = objects[index];
    if (isVisible(object.sphere)) {
        uint slot = atomicAdd(drawCount, 1u);
        draws[slot] = DrawCommand(object.indexCount, 1u, object.firstIndex, object.vertexOffset, index);
    }
}
