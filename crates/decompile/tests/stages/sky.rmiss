#version 460
#extension GL_EXT_ray_tracing : require

layout(location = 0) rayPayloadInEXT vec3 color;

void main()
{
    float up = gl_WorldRayDirectionEXT.y * 0.5 + 0.5;
    color = mix(vec3(1.0), vec3(0.3, 0.5, 1.0), up);
}
