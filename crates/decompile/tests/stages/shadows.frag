#version 460
#extension GL_EXT_ray_query : require

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 color;

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(push_constant) uniform Sun {
    vec3 direction;
} sun;

void main()
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT | gl_RayFlagsTerminateOnFirstHitEXT, 0xff, place, 0.01, sun.direction, 100.0);
    rayQueryProceedEXT(query);
    bool lit = rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT;
    color = vec4(vec3(lit ? dot(normal, sun.direction) : 0.1), 1.0);
}
