// A triangle becomes four in each of two shells; vertices are emitted from a function.
// refuse GL33 DECOMPILE-06
#version 450
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 12) out;

struct Light {
    vec4 place;
    vec3 color;
    float reach;
};

layout(std140, set = 0, binding = 1) uniform Shells {
    mat4 transform;
    Light lights[3];
    float heights[2];
    mat3 turn;
};

layout(location = 0) in vec2 uv[3];
layout(location = 1) in vec3 normal[3];
layout(location = 2) out vec2 coordinate;
layout(location = 3) out vec3 shine;

void put(vec3 weight) {
    float height = heights[gl_InvocationID];
    vec4 place = weight.x * gl_in[0].gl_Position + weight.y * gl_in[1].gl_Position + weight.z * gl_in[2].gl_Position;
    vec3 up = turn * (weight.x * normal[0] + weight.y * normal[1] + weight.z * normal[2]);
    place.xyz += normalize(up) * height;
    coordinate = weight.x * uv[0] + weight.y * uv[1] + weight.z * uv[2];
    shine = vec3(0.0);
    for (int i = 0; i < 3; ++i) {
        float far = distance(place.xyz, lights[i].place.xyz);
        shine += lights[i].color * max(0.0, 1.0 - far / lights[i].reach);
    }
    gl_Position = transform * place;
    EmitVertex();
}

void triangle(vec3 a, vec3 b, vec3 c) {
    put(a);
    put(b);
    put(c);
    EndPrimitive();
}

void main() {
    vec3 a = vec3(1.0, 0.0, 0.0);
    vec3 b = vec3(0.0, 1.0, 0.0);
    vec3 c = vec3(0.0, 0.0, 1.0);
    vec3 ab = (a + b) * 0.5;
    vec3 bc = (b + c) * 0.5;
    vec3 ca = (c + a) * 0.5;
    triangle(a, ab, ca);
    triangle(ab, b, bc);
    triangle(ca, bc, c);
    triangle(ab, bc, ca);
}
