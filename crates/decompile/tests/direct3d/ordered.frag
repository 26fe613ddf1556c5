#version 450
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_EXT_samplerless_texture_functions : require
layout(pixel_interlock_ordered) in;
layout(set = 0, binding = 0, rgba8) uniform image2D picture;
layout(set = 0, binding = 1) buffer Counts { uint counts[]; };
layout(set = 0, binding = 2) buffer Parts { vec4 first; vec2 second; };
layout(set = 0, binding = 3) uniform texture2D other;
layout(location = 0) flat in uint number;
void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    beginInvocationInterlockARB();
    imageStore(picture, place, imageLoad(picture, place) * 0.5 + texelFetch(other, place, 0));
    counts[number] += 1u;
    second = first.zw;
    endInvocationInterlockARB();
}
