// The sheet bent in two directions; takes three components of the tint.
#version 450
layout(quads, equal_spacing, cw) in;

layout(std140, set = 0, binding = 1) uniform Camera {
    mat4 projection;
};

layout(location = 1) in Corner {
    vec3 tint;
} corner[];
layout(location = 2) patch in vec3 bend[2];
layout(location = 4) out vec4 tint;

vec4 between(vec4 a, vec4 b, vec4 c, vec4 d) {
    return mix(mix(a, b, gl_TessCoord.x), mix(c, d, gl_TessCoord.x), gl_TessCoord.y);
}

void main() {
    vec4 place = between(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_in[2].gl_Position, gl_in[3].gl_Position);
    place.xyz += bend[0] * sin(gl_TessCoord.x * 3.14159) + bend[1] * sin(gl_TessCoord.y * 3.14159);
    tint = between(vec4(corner[0].tint, 1.0), corner[1].tint.bgrr, vec4(corner[2].tint, 1.0), vec4(corner[3].tint[1]));
    gl_Position = projection * place;
}
