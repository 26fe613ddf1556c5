#version 450 core
struct Light
{
    vec3 place;
    float reach;
    vec3 color;
};

layout(std140) uniform Lights
{
    Light lights[4];
    vec3 ambient;
    int count;
};

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 facing;
layout(location = 0) out vec4 color;

void main()
{
    vec3 sum = ambient * 0.25;
    for (int index = 0; index < count; ++index)
    {
        vec3 towards = lights[index].place - world;
        float fall = max(0.0, 1.0 - length(towards) / (lights[index].reach + 1.0));
        float angle = max(0.0, dot(normalize(facing + vec3(0.1)), normalize(towards + vec3(0.0, 0.0, 0.3))));
        sum += lights[index].color * fall * (0.25 + angle);
    }
    color = vec4(sum, 1.0);
}
