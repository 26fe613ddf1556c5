#version 450

layout(location = 0) in vec4 position;

layout(binding = 0, std140) uniform Uniforms {
    uint skip;
} uniforms;

vec4 o0 = vec4(0.0);

void program()
{
    uint state = 0u;
    for (;;) {
        switch (state) {
        case 0u:
            o0 = position;
            if (uniforms.skip != 0u) {
                state = 1u;
            } else {
                state = 2u;
            }
            break;
        case 1u:
            o0.y = 0.5 + position.y;
            state = 4u;
            break;
        case 2u:
            if (1.0 < position.x) {
                state = 3u;
            } else {
                state = 4u;
            }
            break;
        case 3u:
            o0.x = 0.5 * position.x;
            o0.y = 0.5 + position.y;
            state = 4u;
            break;
        case 4u:
            return;
        default:
            return;
        }
    }
}

void main()
{
    program();
    gl_Position = o0;
}
