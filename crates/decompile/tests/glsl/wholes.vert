#version 450
struct Light { vec3 color; float strength; };
layout(location = 0) in vec4 place;
layout(location = 1) in vec3 tint;
layout(location = 0) out Light light;
layout(location = 4) out Passed { vec2 uv; mat2 turn; } passed;
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };
layout(set = 0, binding = 0) uniform Planes { Light lights[2]; float distances[2]; int which; };
layout(set = 0, binding = 1, row_major) buffer Turns { mat2x3 rows; mat2 turns[]; };
void main()
{
    gl_Position = place;
    light.color = lights[0].color * tint;
    light.strength = 0.5;
    float kept[2] = float[2](place.x, place.y);
    kept[which & 1] += 1.0;
    gl_ClipDistance = kept;
    passed.uv = rows[1].xy;
    passed.turn = turns[2];
}
