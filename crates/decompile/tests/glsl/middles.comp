#version 450
#extension GL_AMD_shader_trinary_minmax : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data {
    vec3 least;
    vec3 middle;
    int most;
    uint unsigned_middle;
    vec3 a;
    vec3 b;
    vec3 c;
    ivec3 numbers;
};

void main()
{
    least = min3(a, b, c);
    middle = mid3(a, b, c);
    most = max3(numbers.x, numbers.y, numbers.z);
    unsigned_middle = mid3(unsigned_middle, 3u, 9u);
}
