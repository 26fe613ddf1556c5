// Takes three of four components; `sheet.tese` gives the fourth one too.
#version 450
layout(location = 4) in vec3 tint;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(tint.bgr, tint[1]);
}
