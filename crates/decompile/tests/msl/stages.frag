#version 450
layout(location = 0) in Surface { vec3 normal; vec2 uv; flat int id; } surface;
layout(location = 3) in mat2 turn;
layout(location = 5) noperspective in float edge;
layout(location = 0) out vec4 color;
layout(location = 1) out ivec2 ids;
layout(binding = 0) uniform sampler2DShadow shadow;
layout(binding = 1) uniform texture2DArray layers;
layout(binding = 2) uniform sampler smp;
layout(binding = 3) uniform samplerCubeArray cubes;
layout(binding = 4) uniform sampler2D maps[3];
layout(push_constant) uniform Push { vec4 tint; int mode; } push;
layout(constant_id = 3) const int COUNT = 4;
layout(constant_id = 4) const bool BRIGHT = true;
vec3 weight;
vec4 read(sampler2D map, vec2 uv) { return texture(map, uv * mod(uv, vec2(0.5))); }
vec4 gather(float layer) {
    weight += vec3(0.1);
    return texture(sampler2DArray(layers, smp), vec3(surface.uv, layer)) + textureLod(cubes, vec4(surface.normal, layer), 1.0);
}
void main() {
    weight = vec3(1.0);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < COUNT; i++) sum += read(maps[1], surface.uv + float(i)) + gather(float(i));
    sum.xy = turn * sum.xy;
    mat3 m = inverse(mat3(weight, surface.normal, sum.xyz));
    sum.rgb = m * sum.rgb;
    if (gl_FragCoord.x < edge && gl_FrontFacing) discard;
    sum *= texture(shadow, vec3(surface.uv, 0.5));
    color = BRIGHT ? sum * push.tint : sum;
    ids = ivec2(surface.id, findMSB(push.mode));
    gl_FragDepth = radians(sum.w);
}
