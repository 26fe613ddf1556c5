#version 450

layout(local_size_x = 64) in;

layout(binding = 0, std140) uniform Uniforms {
    vec4 mvp[4];
    vec4 light;
    vec4 tint;
} uniforms;

layout(binding = 1, std430) readonly buffer Vertices {
    uvec4 registers[][16];
} vertices;

layout(binding = 2, std430) buffer Results {
    uvec4 registers[][16];
} results;

void main()
{
    if (gl_GlobalInvocationID.x >= uint(results.registers.length())) {
        return;
    }
    vec4 vector = uintBitsToFloat(vertices.registers[gl_GlobalInvocationID.x][0]);
    vec4 vector2 = uniforms.tint * max(vec4(0.0), dot(uniforms.light.xyz, uintBitsToFloat(vertices.registers[gl_GlobalInvocationID.x][1]).xyz));
    results.registers[gl_GlobalInvocationID.x][0] = floatBitsToUint(vec4(dot(uniforms.mvp[0], vector), dot(uniforms.mvp[1], vector), dot(uniforms.mvp[2], vector), dot(uniforms.mvp[3], vector)));
    results.registers[gl_GlobalInvocationID.x][1] = floatBitsToUint(vec4(vector2.xyz, 1.0));
    results.registers[gl_GlobalInvocationID.x][2] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][3] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][4] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][5] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][6] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][7] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][8] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][9] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][10] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][11] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][12] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][13] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][14] = uvec4(0u);
    results.registers[gl_GlobalInvocationID.x][15] = uvec4(0u);
}
