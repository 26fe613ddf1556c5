//== fires frag
#version 330
uniform samplerBuffer numbers;
uniform sampler2DRect window;
uniform sampler2D pictures[4];
uniform sampler2D tables[2][2];
uniform int which;
out vec4 color;
vec4 first(sampler2D all[4]) { return texture(all[0], vec2(0.0)); }
void main() {
    color = texture(pictures[which], vec2(0.0)) + texture(pictures[4], vec2(0.0));
    color += first(pictures);
}
//== near frag
#version 330
uniform sampler2D pictures[4];
const int LAST = 3;
out vec4 color;
vec4 first(sampler2D one) { return texture(one, vec2(0.0)); }
void main() {
    const int which = 1;
    color = texture(pictures[which], vec2(0.0)) + texture(pictures[LAST], vec2(float(pictures.length())));
    color += first(pictures[0]);
}
