// Each member has its offset behind it, computed by hand: a descriptor is as long as it says and aligned to that, even where it is no
// power of two, and what is not a descriptor lies as `scalar` says.
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
layout(buffer_type) buffer Counts { uint total; };
layout(buffer_type, std140) uniform Light {
    float power; //@ 0
    vec3 color; //@ 16
};
struct Place { vec3 from; bvec2 marks; };
resourceheap Things {
    uint count; //@ 0
    vec3 first; //@ 4
    layout(descriptor_size = 48) texture2D picture; //@ 48
    float behind; //@ 96
    layout(descriptor_size = 64, rgba8) readonly image2D images[3]; //@ 128
    Place places[2]; //@ 320
    layout(descriptor_size = 40) Counts counts; //@ 360
    layout(row_major) mat4x3 turned; //@ 400
    layout(offset = 512) mat2x3 plain; //@ 512
    layout(align = 32) uint aligned; //@ 544
    layout(descriptor_size = 24) Light lights[]; //@ 552
} things;
samplerheap Filters {
    vec2 scale; //@ 0
    layout(descriptor_size = 16) sampler filters[2]; //@ 16
    uint last; //@ 48
};
void main() {
    vec4 color = imageLoad(things.images[1], ivec2(things.count)) + vec4(things.lights[2].color * things.lights[2].power, 1.0);
    color += textureLod(sampler2D(things.picture, filters[1]), scale, float(last));
    things.counts.total = uint(color.x);
}
