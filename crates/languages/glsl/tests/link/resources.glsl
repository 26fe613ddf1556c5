Places of resources: stated ones are kept, others are numbered by kind.
//== program vert
#version 450
layout(std140, binding = 2) uniform Camera { mat4 view; } camera;
layout(std430) buffer Points { vec4 points[]; };
uniform sampler2D heights;
layout(binding = 3) uniform sampler2D shapes[2];
uniform isamplerBuffer numbers;
void main() {
    vec4 at = points[gl_VertexIndex] + texture(heights, vec2(0.5)) + texture(shapes[1], vec2(0.0));
    gl_Position = camera.view * at + vec4(texelFetch(numbers, 3));
}
//== program frag
#version 450
layout(std140) uniform Camera { mat4 view; } camera;
uniform Other { vec4 tint; };
layout(rgba8) uniform image2D picture;
layout(rgba8, binding = 0) uniform writeonly image2D target;
uniform sampler2D heights;
uniform sampler2DShadow shadow;
layout(push_constant) uniform Push { vec4 scale; };
layout(location = 0) out vec4 color;
void main() {
    imageStore(target, ivec2(0), imageLoad(picture, ivec2(1)));
    color = camera.view[0] + tint * texture(heights, vec2(0.5)) * scale + texture(shadow, vec3(0.5));
}
//== one-place vert
#version 450
layout(binding = 2) uniform Camera { mat4 projection; };
layout(location = 0) in vec4 position;
void main() { gl_Position = projection * position; }
//== one-place frag
#version 450
layout(binding = 2) uniform View { mat4 projection; float scale; } view;
layout(location = 0) out vec4 color;
void main() { color = view.projection[0] * view.scale; }
