#version 450
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require

layout(binding = 0) uniform sampler2D atlas;
layout(binding = 1) uniform sampler2DShadow depths;
layout(binding = 2) uniform samplerCubeArrayShadow lights;
layout(binding = 3) uniform sampler2DMS samples;
layout(binding = 4, rgba8) uniform readonly image2D paint;
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 color;

void main()
{
    vec4 texel = vec4(0.0);
    float lit = 0.0;
    color = textureClampARB(atlas, place.xy, 2.0);
    color += textureGradOffsetClampARB(atlas, place.xy, place.zw, place.wz, ivec2(1, 0), 1.0);
    if (!sparseTexelsResidentARB(sparseTextureARB(atlas, place.xy, texel, 0.5))) {
        sparseTextureLodOffsetARB(atlas, place.xy, 3.0, ivec2(0, 1), texel);
    }
    color += texel;
    int code = sparseTextureGradClampARB(atlas, place.xy, place.zw, place.wz, 1.0, texel);
    color += sparseTexelsResidentARB(code) ? texel : vec4(1.0);
    code = sparseTextureARB(depths, place.xyz, lit);
    color.x += sparseTexelsResidentARB(code) ? lit : 1.0;
    code = sparseTextureARB(lights, place, 0.25, lit);
    color.y += sparseTexelsResidentARB(code) ? lit : 1.0;
    code = sparseTexelFetchARB(samples, ivec2(place.xy), 1, texel);
    color += sparseTexelsResidentARB(code) ? texel : vec4(1.0);
    code = sparseImageLoadARB(paint, ivec2(place.xy), texel);
    color += sparseTexelsResidentARB(code) ? texel : vec4(1.0);
    sparseTextureGatherARB(atlas, place.xy, texel, 2);
    color += texel;
    code = sparseTextureGatherOffsetARB(depths, place.xy, place.z, ivec2(1), texel);
    color += sparseTexelsResidentARB(code) ? texel : vec4(1.0);
}
