#version 450

layout(vertices = 1) out;

layout(location = 2) patch out vec3 center;

void main()
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < gl_PatchVerticesIn; i++) {
        sum += gl_in[i].gl_Position.xyz;
    }
    center = sum / float(gl_PatchVerticesIn);
    gl_TessLevelOuter = float[4](4.0, 5.0, center.x, 1.0);
    gl_TessLevelInner = float[2](2.0, 3.0);
    if (center.y < 0.0) {
        gl_TessLevelOuter[gl_PrimitiveID & 3] = 0.0;
        return;
    }
    gl_TessLevelInner[1] = 9.0;
    gl_TessLevelOuter[1] = center.z;
}
