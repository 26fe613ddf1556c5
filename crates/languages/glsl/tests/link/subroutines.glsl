Subroutines are chosen by numbers.
//== program frag
#version 450
subroutine vec4 Shade(vec2 at, inout float weight);
subroutine void Note();
layout(location = 0) out vec4 color;
float notes = 0.0;
layout(index = 3) subroutine(Shade) vec4 red(vec2 at, inout float weight) { weight += 1.0; return vec4(at, 0.0, 1.0); }
subroutine(Shade) vec4 blue(vec2 at, inout float weight) { return vec4(0.0, 0.0, weight, 1.0); }
subroutine(Note) void noted() { notes += 1.0; }
layout(location = 0) subroutine uniform Shade shade;
layout(location = 1) subroutine uniform Shade more[2];
subroutine uniform Note note;
void main() {
    float weight = 1.0;
    color = shade(gl_FragCoord.xy, weight) + more[1](vec2(0.0), weight);
    note();
    color *= weight * notes;
}
