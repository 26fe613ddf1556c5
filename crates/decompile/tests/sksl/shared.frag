#version 450
// Functions read the coordinate and write the color; arrays are copied; a switch has its default first.
layout(push_constant) uniform Push { int mode; vec4 colors[3]; } push;
layout(location = 0) out vec4 color;
float far() { return length(gl_FragCoord.xy - 4.0); }
void paint(vec4 c) { color = c * far(); }
float total(float parts[3]) { return parts[0] + parts[1] + parts[2]; }
void main() {
    float parts[3];
    for (int i = 0; i < 3; ++i) { parts[i] = push.colors[i].x; }
    float other[3] = parts;
    other[1] = 2.0;
    switch (push.mode) {
        default: paint(push.colors[0]); break;
        case 1: paint(push.colors[1]); break;
        case 2:
        case 3: { float x = far(); paint(vec4(x)); break; }
    }
    color.a = total(other) + total(parts);
}
