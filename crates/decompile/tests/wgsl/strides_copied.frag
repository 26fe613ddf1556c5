#version 450
struct Row { float weights[3]; vec2 place; };
struct Deep { Row one; float more[2]; };
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Rows { float rows[3]; Deep deep; int which; };
layout(binding = 1) buffer Kept { Deep kept; };
void main()
{
    float x[3] = rows;
    Deep d = deep;
    x[which] += d.one.weights[which];
    d.one.weights = x;
    kept = d;
    color = vec4(x[0], x[1], x[2], d.more[which & 1]) * tint;
}
