#stage vertex
#include camera.sal

#sal
# The layout of the root constants, of which each stage takes what it needs.
const struct Root : ORDER_0 { mat4f World; vec4f Tint; float Gain; }
const mat4f World;

vformat struct Mesh
{
    vec3f position;
    vec3f Normal;
    vec2f Uv;
}

pipeline Shaded
{
    DepthEnable = true;
    DepthWriteEnable = false;
    CullingMode = Disabled;
}
#sal

out vec3 across;
out vec2 uv;

void main()
{
    vec4 place = World * vec4(Mesh_position, 1.0);
    across = place.xyz + Mesh_Normal * 0.1;
    uv = Mesh_Uv;
    gl_Position = Camera_ViewProj * place;
}
