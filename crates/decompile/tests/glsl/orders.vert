#version 450

// Matrices in structures of a block: the order of the rows is a layout of the block's member.
struct Turn {
    mat3 axes;
    float angle;
};

struct Frame {
    mat4 model;
    Turn turns[2];
};

layout(binding = 0, std140) uniform Scene {
    layout(row_major) Frame given;
    layout(column_major) Frame kept;
    mat4 camera;
} scene;

layout(location = 0) in vec3 position;

layout(location = 0) out vec3 turned;

void main()
{
    Turn second = scene.given.turns[1];
    turned = second.axes * position * second.angle + scene.kept.turns[0].axes * position;
    gl_Position = scene.camera * (scene.kept.model * (scene.given.model * vec4(position, 1.0)));
}
