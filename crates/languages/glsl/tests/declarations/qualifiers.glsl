//== frag any
#version 450
layout(location = 0) flat in ivec3 number;
layout(location = 1) centroid in vec2 place;
layout(location = 2) noperspective sample in vec2 other;
layout(location = 0) out vec4 color;
void main() { color = vec4(number, 1) + vec4(place, other); }
//== frag any GLSL-61 2
#version 450
layout(location = 0) in ivec3 number;
layout(location = 0) out vec4 color;
void main() { color = vec4(number, 1); }
//== frag any GLSL-52 2
#version 450
layout(location = 0) flat smooth in vec3 number;
void main() {}
//== frag any GLSL-52 2
#version 450
layout(location = 0) in out vec3 number;
void main() {}
//== frag any GLSL-52 2
#version 450
uniform const float number;
void main() {}
//== vert any GLSL-52 3
#version 330
out vec4 color;
out highp flat vec4 other;
void main() { color = other = vec4(1); gl_Position = vec4(1); }
//== vert any GLSL-52 2
#version 450
layout(location = 0) centroid in vec4 place;
void main() { gl_Position = place; }
//== frag opengl GLSL-42 2
#version 110
flat varying vec4 color;
void main() {}
//== frag opengl GLSL-44 2
#version 330
attribute vec4 color;
void main() {}
//== frag any GLSL-44 2
#version 300 es
varying mediump vec4 color;
void main() {}
//== comp any
#version 450
layout(local_size_x = 8) in;
shared float parts[8];
layout(binding = 0) coherent readonly buffer In { float values[]; };
layout(binding = 1) writeonly buffer Out { float results[]; };
void main() { parts[gl_LocalInvocationIndex] = values[gl_GlobalInvocationID.x]; barrier(); results[gl_GlobalInvocationID.x] = parts[0]; }
//== frag any GLSL-44 2
#version 450
shared float parts[8];
void main() {}
//== frag any GLSL-52 2
#version 450
layout(location = 0) readonly in vec4 color;
void main() {}
//== vert any
#version 450
invariant gl_Position;
layout(location = 0) invariant out vec4 color;
void main() { gl_Position = color = vec4(1); }
//== vert any GLSL-52 2
#version 450
layout(location = 0) invariant in vec4 color;
void main() { gl_Position = color; }
//== frag any GLSL-42 2
#version 450
invariant nothing;
void main() {}
//== frag any GLSL-52 2
#version 450
coherent coherent uniform;
void main() {}
//== frag opengl GLSL-59 3
#version 300 es
out mediump vec4 color;
uniform vec4 tint;
void main() { color = tint; }
//== frag opengl
#version 300 es
precision mediump float;
precision highp sampler2DArray;
uniform sampler2DArray layers;
out vec4 color;
uniform vec4 tint;
void main() { color = tint * texture(layers, vec3(0)); }
//== frag opengl GLSL-59 3
#version 300 es
precision mediump float;
uniform sampler2DArray layers;
void main() {}
//== frag opengl GLSL-52 2
#version 300 es
uniform highp bool is_on;
void main() {}
//== frag any GLSL-52 2
#version 450
precision mediump vec3;
void main() {}
//== frag any GLSL-52 3
#version 450
void main() {
    in float x;
}
//== tesc any
#version 450
layout(vertices = 3) out;
layout(location = 0) patch out vec4 color;
layout(location = 1) out vec4 corners[];
void main() { color = vec4(1); corners[gl_InvocationID] = vec4(1); gl_TessLevelOuter[0] = 1; }
//== frag any GLSL-44 2
#version 450
patch in vec4 color;
void main() {}
//== frag opengl GLSL-53 2
#version 450
in sampler2D picture;
void main() {}
//== vert any GLSL-61 2
#version 450
layout(location = 0) out bool is_on;
void main() { is_on = true; }
//== frag any GLSL-61 2
#version 450
layout(location = 0) out mat4 color;
void main() { color = mat4(1); }
