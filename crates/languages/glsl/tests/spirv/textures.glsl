//== lookups frag
#version 450
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D plain;
layout(binding = 1) uniform sampler2DShadow shadow;
layout(binding = 2) uniform samplerCubeArrayShadow cube;
layout(binding = 3) uniform sampler1DShadow line;
layout(binding = 4) uniform usampler2DArray layers;
layout(binding = 5) uniform sampler2DMS samples;
layout(binding = 6) uniform samplerBuffer texels;
void main() {
    color = texture(plain, v.xy) + texture(plain, v.xy, 1.0) + textureLod(plain, v.xy, 2.0);
    color += textureProj(plain, v.xyz) + textureProj(plain, v) + textureProjLod(plain, v, 2.0);
    color += textureOffset(plain, v.xy, ivec2(1, -1)) + textureProjOffset(plain, v, ivec2(2));
    color += textureGrad(plain, v.xy, v.zw, v.xy) + textureProjGradOffset(plain, v.xyz, v.zw, v.xy, ivec2(3));
    color.x += texture(shadow, v.xyz) + textureProj(shadow, v) + textureLod(shadow, v.xyz, 0.0);
    color.y += texture(cube, v, 0.5) + texture(line, v.xyz) + textureProj(line, v);
    color += vec4(texture(layers, v.xyz)) + vec4(texelFetch(layers, ivec3(v.xyz), 1));
    color += texelFetch(samples, ivec2(v.xy), 3) + texelFetch(texels, int(v.x));
    color += texelFetchOffset(plain, ivec2(v.xy), 0, ivec2(1));
}
//== gathers frag
#version 450
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D plain;
layout(binding = 1) uniform sampler2DArrayShadow shadow;
void main() {
    const ivec2 offsets[4] = ivec2[](ivec2(0), ivec2(1, 0), ivec2(0, 1), ivec2(1));
    color = textureGather(plain, v.xy) + textureGather(plain, v.xy, 2) + textureGather(shadow, v.xyz, 0.5);
    color += textureGatherOffset(plain, v.xy, ivec2(v.zw)) + textureGatherOffset(shadow, v.xyz, 0.5, ivec2(1));
    color += textureGatherOffsets(plain, v.xy, offsets, 3);
}
//== queries comp
#version 450
layout(binding = 0) uniform sampler2D plain;
layout(binding = 1) uniform samplerCubeArray cubes;
layout(binding = 2) uniform sampler2DMS samples;
layout(binding = 3) uniform isamplerBuffer texels;
layout(binding = 4, rgba8) uniform readonly image3D image;
layout(binding = 5) buffer Result { ivec4 r; vec4 v; } result;
void main() {
    result.r = ivec4(textureSize(plain, 1), textureSize(texels), textureQueryLevels(plain));
    result.r.xyz += textureSize(cubes, 0) + imageSize(image);
    result.r.xy += textureSize(samples) + textureSamples(samples);
    result.v = texture(plain, result.v.xy) + textureProj(plain, result.v.xyz);
}
//== old@vulkan1.0 frag
#version 120
uniform sampler2D plain;
uniform sampler2DShadow shadow;
varying vec4 v;
void main() {
    gl_FragColor = texture2D(plain, v.xy, 1.0) + texture2DProj(plain, v) + shadow2DProj(shadow, v);
}
//== separate frag
#version 450
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_nonuniform_qualifier : require
layout(location = 0) flat in ivec2 at;
layout(location = 0) out vec4 color;
layout(set = 1, binding = 0) uniform texture2D textures[4];
layout(set = 1, binding = 1) uniform sampler state;
layout(set = 1, binding = 2) uniform textureBuffer texels;
void main() {
    int which = nonuniformEXT(at.x);
    color = texture(sampler2D(textures[which], state), vec2(0.5));
    color += texelFetch(textures[which], at, 0) + texelFetch(texels, at.y) + vec4(textureSize(textures[1], 0), 0, 0);
}
//== sparse frag
#version 450
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D plain;
layout(binding = 1) uniform sampler2DShadow shadow;
layout(binding = 2, rgba8) uniform readonly image2D image;
void main() {
    float compared;
    int code = sparseTextureARB(plain, v.xy, color) | sparseTextureARB(shadow, v.xyz, compared);
    code |= sparseTexelFetchARB(plain, ivec2(v.xy), 0, color) | sparseImageLoadARB(image, ivec2(v.zw), color);
    code |= sparseTextureGatherOffsetsARB(plain, v.xy, ivec2[](ivec2(0), ivec2(1), ivec2(2), ivec2(3)), color, 1);
    code |= sparseTextureGradOffsetClampARB(plain, v.xy, v.xy, v.zw, ivec2(1), 2.0, color);
    color += textureClampARB(plain, v.xy, 1.0) + compared;
    if (!sparseTexelsResidentARB(code)) color.x = 1.0;
}
