#version 460
#extension GL_EXT_ray_tracing : require

struct Light {
    vec3 color;
    float weight;
    uint seed;
};

layout(location = 0) rayPayloadInEXT Light light;
layout(location = 1) rayPayloadEXT float visible;
hitAttributeEXT vec2 corners;

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 4, std430) readonly buffer Normals {
    vec4 all[];
} normals;

vec3 normal_at(vec2 place)
{
    int first = gl_PrimitiveID * 3;
    vec3 own = normals.all[first].xyz * (1.0 - place.x - place.y);
    return normalize(own + normals.all[first + 1].xyz * place.x + normals.all[first + 2].xyz * place.y);
}

void main()
{
    vec3 place = gl_WorldRayOriginEXT + gl_WorldRayDirectionEXT * gl_HitTEXT;
    vec3 normal = gl_ObjectToWorldEXT * vec4(normal_at(corners), 0.0);
    visible = 0.0;
    uint flags = gl_IncomingRayFlagsEXT | gl_RayFlagsSkipClosestHitShaderEXT;
    traceRayEXT(scene, flags, 1, 0, 1, 1, place, 0.01, normal, 50.0, 1);
    light.color += visible * vec3(float(gl_InstanceCustomIndexEXT), float(gl_GeometryIndexEXT), float(gl_InstanceID));
    light.weight *= 0.5;
}
