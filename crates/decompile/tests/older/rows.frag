#version 450
struct Row { float weights[3]; vec2 place; };
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Rows { float rows[3]; int which; };
float weight(Row row, int index)
{
    Row own = row;
    own.weights[index] *= 2.0;
    return own.weights[0] + own.weights[1] * own.place.x + own.weights[2] * own.place.y;
}
void main()
{
    Row row = Row(rows, tint.xy);
    float kept[3] = row.weights;
    kept[which] += tint.z;
    row.weights = kept;
    color = vec4(weight(row, which), kept[0], kept[1], kept[2]);
}
