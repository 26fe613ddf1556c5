#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2DArray layers;
layout(binding = 2) uniform sampler2DShadow shadow;
layout(binding = 3) uniform samplerCube sky;
layout(set = 1, binding = 0) uniform texture2D lone;
layout(set = 1, binding = 1) uniform sampler linear;
layout(location = 0) in vec3 place;
layout(location = 1) flat in int layer;
layout(location = 0) out vec4 color;
vec4 twice(sampler2D image, vec2 at) { return texture(image, at) * 2.0; }
void main() {
    color = twice(albedo, place.xy) + texture(layers, vec3(place.xy, float(layer)));
    color += textureOffset(albedo, place.xy, ivec2(1, -1)) + textureProj(albedo, place);
    if (place.z > 0.5) color += texture(sky, place, 1.0);
    color.rgb *= texture(shadow, place);
    color += textureLod(sampler2D(lone, linear), place.xy, 2.0) + textureGather(albedo, place.xy, 1);
    color += texelFetch(lone, ivec2(place.xy), 0) + vec4(textureSize(layers, 0), 1.0);
    color += textureGrad(albedo, place.xy, dFdx(place.xy), dFdy(place.xy));
}
