// What all programs of a game share; an assembly made of any of them has it.
struct Lamp {
    vec4 color;
    vec3 place;
    float reach;
};

layout(std140, binding = 1) uniform Scene {
    mat4 view_projection;
    vec3 eye;
    Lamp lamps[LAMPS];
};
