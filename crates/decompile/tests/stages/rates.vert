#version 460
#extension GL_EXT_fragment_shading_rate : require
layout(location = 0) in vec4 place;

void main()
{
    gl_Position = place;
    gl_PrimitiveShadingRateEXT = gl_ShadingRateFlag2VerticalPixelsEXT | gl_ShadingRateFlag2HorizontalPixelsEXT;
}
