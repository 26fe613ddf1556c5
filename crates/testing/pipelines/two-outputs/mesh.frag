#version 450 core
layout(location = 0) in vec3 facing;
layout(location = 1) in float depth;
layout(location = 1) out vec4 normals;
layout(location = 0) out vec4 albedo;

void main()
{
    albedo = vec4(0.75, depth, 0.25, 1.0);
    normals = vec4(facing * 0.5 + 0.5, depth);
}
