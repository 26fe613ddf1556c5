#version 410
layout(location = 0) in vec3 position;
out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[3];
};
uniform vec4 planes[3];
void main() {
    vec4 place = vec4(position, 1.0);
    for (int i = 0; i < 2; i++) {
        gl_ClipDistance[i] = dot(place, planes[i]);
    }
    gl_ClipDistance[2] = place.x;
    gl_Position = place;
}
