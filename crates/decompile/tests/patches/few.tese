#version 450

layout(triangles, equal_spacing, ccw) in;

layout(location = 2) patch in vec3 center;

out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[2];
};

void main()
{
    gl_Position = vec4(center * gl_TessCoord, 1.0);
    gl_ClipDistance[0] = center.x;
    gl_ClipDistance[1] = gl_TessCoord.z;
}
