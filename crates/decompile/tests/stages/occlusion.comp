#version 460
#extension GL_EXT_ray_query : require

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1, r32f) uniform writeonly image2D result;
layout(set = 0, binding = 2) uniform Options {
    vec4 origin;
    float reach;
    uint mask;
} options;

float blocked(vec3 direction)
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsTerminateOnFirstHitEXT, options.mask, options.origin.xyz, 0.001, direction, options.reach);
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT) {
            vec2 corners = rayQueryGetIntersectionBarycentricsEXT(query, false);
            if (corners.x + corners.y < 0.9 && rayQueryGetIntersectionFrontFaceEXT(query, false)) {
                rayQueryConfirmIntersectionEXT(query);
            }
        } else if (!rayQueryGetIntersectionCandidateAABBOpaqueEXT(query)) {
            float near = rayQueryGetRayTMinEXT(query) + 0.5;
            rayQueryGenerateIntersectionEXT(query, near);
        }
    }
    if (rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT) {
        return 0.0;
    }
    int instance = rayQueryGetIntersectionInstanceCustomIndexEXT(query, true);
    float far = rayQueryGetIntersectionTEXT(query, true);
    return far / options.reach + float(instance + rayQueryGetIntersectionPrimitiveIndexEXT(query, true));
}

void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        sum += blocked(vec3(float(place.x), float(place.y), float(i)));
    }
    imageStore(result, place, vec4(sum * 0.25));
}
