#version 420 core
layout(location = 0) in vec3 place;
uniform sampler2DArray tiles;
layout(location = 0) out vec4 color;

void main()
{
    ivec3 size = textureSize(tiles, 0);
    float last = float(size.z - 1);
    vec4 near = textureLod(tiles, vec3(place.xy, 0.0), 0.0);
    vec4 far = textureLod(tiles, vec3(place.xy, last), 0.0);
    color = mix(near, far, fract(place.z)) * (float(size.x) / float(size.x + size.y) + 0.5);
}
