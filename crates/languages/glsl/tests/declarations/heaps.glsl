//== comp vulkan
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap, descriptor_stride = 64) uniform texture2D pictures[];
void main() {}
//== comp vulkan GLSL-44 2
#version 460
layout(descriptor_heap) uniform texture2D pictures[];
void main() {}
//== comp opengl GLSL-44 3
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap) buffer Items { uint items[]; } lists[];
void main() {}
//== comp vulkan GLSL-51 3
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap) uniform texture2D picture;
void main() {}
//== comp vulkan GLSL-51 3
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap) uniform sampler2D pictures[];
void main() {}
//== comp vulkan GLSL-51 3
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap, descriptor_stride = 48) uniform texture2D pictures[];
void main() {}
//== comp vulkan GLSL-51 3
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_stride = 64) uniform texture2D pictures[4];
void main() {}
//== comp vulkan GLSL-51 3
#version 460
#extension GL_NV_push_constant_bank : require
layout(bank = 1) uniform Items { uint items; };
void main() {}
//== frag opengl
#version 450
layout(constant_id = 3) const int STEPS = 4;
out vec4 color;
void main() { color = vec4(float(STEPS)); }
//== vert vulkan
#version 450
layout(constant_id = 9) gl_MaxImageUnits;
layout(location = 0) out float most;
void main() { most = float(gl_MaxImageUnits); gl_Position = vec4(0.0); }
//== vert vulkan GLSL-52 2
#version 450
layout(constant_id = 9) gl_Position;
void main() { gl_Position = vec4(0.0); }
