#version 460
#extension GL_EXT_ray_tracing : require

layout(constant_id = 0) const uint MODE = 0;

layout(location = 0) rayPayloadInEXT vec4 color;
hitAttributeEXT vec2 place;

void main()
{
    if (MODE == 1) {
        color = vec4(place, 0.0, 1.0);
        return;
    }
    color = vec4(gl_HitTEXT);
}
