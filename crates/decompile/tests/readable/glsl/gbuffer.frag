#version 450

layout(location = 0) in vec3 worldPos;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) flat in uint materialId;

layout(location = 0) out vec4 gAlbedo;
layout(location = 1) out vec2 gNormal;
layout(location = 2) out uvec2 gMaterial;

layout(set = 0, binding = 0) uniform sampler2DArray textures;

vec2 encode(vec3 n) {
    float p = sqrt(n.z * 8.0 + 8.0);
    return n.xy / p + 0.5;
}

void main() {
    gAlbedo = texture(textures, vec3(uv, materialId));
    gNormal = encode(normalize(gl_FrontFacing ? normal : -normal));
    gMaterial = uvec2(materialId, packHalf2x16(worldPos.xz));
}
