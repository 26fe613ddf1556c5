#version 450
layout(vertices = 3) out;

layout(location = 0) in vec2 place[];
layout(location = 0) out Corner {
    vec2 place;
    float size;
} corner[];
layout(location = 2) patch out vec2 middle;

float longest(vec4 a, vec4 b)
{
    return max(length(a.xy), length(b.xy));
}

void main()
{
    int own = gl_InvocationID;
    gl_out[gl_InvocationID].gl_Position = gl_in[own].gl_Position * 0.5;
    corner[gl_InvocationID].place = place[own];
    corner[gl_InvocationID].size = length(corner[gl_InvocationID].place);
    barrier();
    if (own == 0) {
        vec2 sum = vec2(0.0);
        for (int i = 0; i < 3; i++) {
            sum += corner[i].place * corner[i].size;
        }
        middle = sum / 3.0;
        gl_TessLevelOuter[0] = longest(gl_out[1].gl_Position, gl_out[2].gl_Position);
        gl_TessLevelOuter[1] = longest(gl_out[2].gl_Position, gl_out[0].gl_Position);
        gl_TessLevelOuter[2] = longest(gl_out[0].gl_Position, gl_out[1].gl_Position);
    }
    if (own == 0) {
        gl_TessLevelInner[0] = float(gl_PrimitiveID % 4) + 1.0;
    }
}
