//== specialized@vulkan1.0 comp
#version 450
layout(local_size_x_id = 4, local_size_y = 2) in;
layout(constant_id = 1) const int count = 3;
layout(constant_id = 2) const bool on = true;
layout(constant_id = 3) const float scale = 0.5;
const int twice = count * 2 + (on ? 1 : 0);
const ivec2 both = ivec2(count, twice);
shared float values[twice];
layout(binding = 0) buffer Out { float result[]; };
void main() {
    float local[count + 1];
    local[both.y] = float(count) * scale;
    values[gl_LocalInvocationIndex] = float(both.x) + local[1];
    result[gl_WorkGroupSize.x] = values[0] + float(twice / 2 == count || !on);
}
//== specialized@vulkan1.3 comp
#version 450
layout(local_size_x_id = 4, local_size_y = 2) in;
layout(binding = 0) buffer Out { uint result[]; };
void main() { result[0] = gl_WorkGroupSize.x; }
//== private@vulkan1.2 frag
#version 450
layout(location = 0) in float f;
layout(location = 0) out vec4 color;
float fixed_value = 2.0;
float read_first = f * fixed_value;
vec2 then = vec2(read_first);
float unused = 3.0;
void main() { color = vec4(then, 0.0, fixed_value++); }
//== geometry@vulkan1.0 geom
#version 450
layout(triangles, invocations = 2) in;
layout(points, max_vertices = 3) out;
layout(location = 0) in vec2 coordinate[];
layout(location = 1, stream = 1) out vec2 side;
layout(xfb_buffer = 0, xfb_stride = 16, xfb_offset = 0) out gl_PerVertex { vec4 gl_Position; };
void main() {
    for (int i = 0; i < gl_in.length(); ++i) {
        gl_Position = gl_in[i].gl_Position;
        EmitStreamVertex(0);
        side = coordinate[i];
        EmitStreamVertex(1);
    }
}
//== control@vulkan1.0 tesc
#version 450
layout(vertices = 3) out;
layout(location = 0) in vec3 normal[];
layout(location = 0) out vec3 result[];
layout(location = 3) patch out Facts { float bend; } facts;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    result[gl_InvocationID] = normal[gl_InvocationID];
    gl_TessLevelOuter[1] = 2.0;
    facts.bend = 1.0;
}
//== mesh@vulkan1.3 mesh
#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 4) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
layout(location = 0) out vec2 coordinate[];
layout(location = 1) perprimitiveEXT out flat uint kind[];
taskPayloadSharedEXT struct { uint first; } payload;
void main() {
    SetMeshOutputsEXT(3, 1);
    gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = vec4(0.0);
    coordinate[gl_LocalInvocationIndex] = vec2(1.0);
    kind[0] = payload.first;
    gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2);
    gl_MeshPrimitivesEXT[0].gl_Layer = 1;
}
//== hit@vulkan1.2 rchit
#version 460
#extension GL_EXT_ray_tracing : require
struct Ray { vec3 color; bool found; };
layout(location = 0) rayPayloadInEXT Ray ray;
hitAttributeEXT vec2 place;
layout(shaderRecordEXT, std430) buffer Record { vec4 tint; } record;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(location = 1) rayPayloadEXT float shade;
void main() {
    traceRayEXT(scene, 0, 255, 0, 0, 0, gl_WorldRayOriginEXT, 0.0, gl_WorldRayDirectionEXT, 1.0, 1);
    ray.color = record.tint.xyz * shade + vec3(place, gl_ObjectToWorld3x4EXT[1][2]);
    ray.found = true;
}
//== nonuniform@vulkan1.1 frag
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(binding = 0) uniform sampler2D all[];
layout(binding = 1) uniform Tint { vec4 tint; } tints[4];
layout(location = 0) flat in int i;
layout(location = 0) out vec4 color;
void main() { color = texture(all[nonuniformEXT(i)], vec2(0.5)) * tints[nonuniformEXT(i)].tint; }
//== lines@vulkan1.2+debug frag
#version 450
struct Light { vec3 at; float power; };
layout(binding = 0) uniform Lights { Light light[2]; } lights;
layout(location = 0) out vec4 color;
#define HALF(x) ((x) * 0.5)
float shade(Light light, inout float rest) {
    rest -= HALF(light.power);
    return rest;
}
void main() {
    float rest = 1.0;
    {
        int first = 1;
        color = vec4(shade(lights.light[first], rest));
    }
}
//== pixels frag
#version 450
layout(pixel_center_integer) in vec4 gl_FragCoord;
layout(location = 0) out vec4 color;
float chosen(float far) { if (far > 1.0) return far; discard; }
void main() { color = gl_FragCoord * chosen(gl_FragCoord.x); }
