#version 450
struct Row { float weights[3]; vec2 place; };
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Rows { float rows[3]; int which; };
void main()
{
    Row row = Row(rows, tint.xy);
    row.weights[which] += row.place.y;
    color = vec4(row.weights[0], row.weights[1], row.weights[2], row.place.x);
}
