//== loops@vulkan1.0 frag
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(location = 0) flat in int n;
layout(location = 0) out vec4 color;
void main() {
    float sum = 0.0;
    [[unroll]] for (int i = 0, j = 2; i < n; ++i, j--) {
        if (i == j) continue;
        if (sum > 9.0) break;
        sum += float(i);
    }
    do { sum *= 0.5; } while (sum > 1.0 && n > 2);
    while (bool more = sum < 0.5) sum += more ? 0.25 : 0.0;
    for (;;) { if (sum > 1.0) return; sum += 1.0; }
}
//== choices@vulkan1.0 frag
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(location = 0) flat in int n;
layout(location = 0) out vec4 color;
float chosen(int which) {
    [[dont_flatten]] switch (which) {
    case 0:
        return 1.0;
    case 1:
    case 2:
        color.x = 2.0;
    default:
        color.y += 1.0;
        break;
    case 7:
        if (n > 3) break;
        return 3.0;
    }
    [[flatten]] if (which > 4) return 4.0; else return 5.0;
}
void main() {
    for (int i = 0; i < 3; i++) {
        switch (i) {
        case 1:
            continue;
        }
        color += chosen(i);
    }
    if (n == 9) discard;
}
//== discards@vulkan1.3 frag
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) flat in int n;
layout(location = 0) out vec4 color;
void main() {
    if (n > 4) demote;
    if (n > 9) discard;
    color = vec4(helperInvocationEXT());
}
