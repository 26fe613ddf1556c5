#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Leaf;
layout(buffer_reference) buffer Tree;
layout(buffer_reference, std430) buffer Tree { Leaf first; Tree other; vec3 place; float power; mat3 turn; };
layout(buffer_reference, std430) buffer Leaf { Tree parent; vec4 values[]; };
layout(std430, binding = 0) buffer Roots { uint64_t address; uvec2 pair; Tree trees[]; } roots;
Tree pick(uint i) { if (i > 3u) return roots.trees[i]; return Tree(roots.pair); }
void main() {
    uint i = gl_GlobalInvocationID.x;
    Tree tree = Tree(roots.address);
    if (i == 2u) tree = pick(i);
    tree.first.values[i].xy = tree.place.yz * tree.other.turn[1].x;
    tree.place.xz = tree.first.values[1].yw;
    tree.other = tree.first.parent;
    roots.trees[1] = tree;
    roots.pair = uvec2(tree.other);
    roots.address = uint64_t(tree.first);
    tree.power += 1.0;
}
