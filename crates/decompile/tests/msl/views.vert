#version 450
#extension GL_EXT_multiview : require
#extension GL_EXT_device_group : require

layout(binding = 0) uniform Views {
    mat4 transforms[2];
};
layout(location = 0) in vec4 place;
layout(location = 0) flat out int device;

void main()
{
    gl_Position = transforms[gl_ViewIndex] * place;
    device = gl_DeviceIndex;
}
