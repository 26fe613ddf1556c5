//== split frag
#version 400
uniform sampler2D map;
uniform isampler2DArray numbers;
uniform sampler2DShadow shadows;
uniform samplerCubeArrayShadow around;
in vec3 v;
out vec4 color;
const int BLUE = 2;
float lit(sampler2DShadow one, vec2 at) { return dot(textureGather(one, at, 0.5), vec4(0.25)); }
void main() {
    color = textureGather(map, v.xy) + textureGather(map, v.yx, BLUE) + textureGatherOffset(map, v.xy, ivec2(1, -1), 1);
    color += vec4(textureGather(numbers, v)) + textureGather(shadows, v.xy, v.z) * lit(shadows, v.xy);
    color += textureGather(around, v.xyzx, 0.5);
    color += texelFetchOffset(map, ivec2(v.xy), 0, ivec2(1)) + vec4(texelFetchOffset(numbers, ivec3(v), 1, ivec2(1, 2)));
}
