#version 400
uniform sampler2D map;
uniform sampler2DShadow shadows;
uniform isampler2DArray numbers;
uniform sampler2D layers[2];
in vec3 v;
flat in ivec4 which;
out vec4 color;
float total;
void swap(inout float a, inout float b) { float t = a; a = b; b = t; }
bool add(float more) { total += more; return total > 2.0; }
float lit(sampler2DShadow one) { return dot(textureGather(one, v.xy, v.z), vec4(0.25)); }
void main() {
    float list[3] = float[3](1.0, 2.0, 3.0);
    swap(list[0], list[which.x]);
    vec4 whole, part = modf(v.xyzz, whole);
    swap(part.x, part.w);
    if (v.x > 0.5 && add(part.x) || add(list[2])) color = textureOffset(map, v.xy, ivec2(1));
    do { total += 1.0; if (total < 3.0) continue; color *= 0.5; } while (add(1.0));
    color += textureGather(map, v.xy, 2) + textureGatherOffset(map, v.xy, ivec2(1)) + lit(shadows);
    color += vec4(texelFetchOffset(numbers, which.xyz, 0, ivec2(1))) + vec4(textureGather(numbers, v));
    color += texture(layers[0], v.xy) * texture(layers[1], v.yz) + part + whole;
}
