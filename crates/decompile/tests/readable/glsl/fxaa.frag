#version 450

layout(binding = 0) uniform sampler2D screen;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 outColor;

float luma(vec3 c) {
    return dot(c, vec3(0.299, 0.587, 0.114));
}

void main() {
    vec2 texel = 1.0 / vec2(textureSize(screen, 0));
    vec3 rgbM = texture(screen, uv).rgb;
    float lumaNW = luma(textureOffset(screen, uv, ivec2(-1, -1)).rgb);
    float lumaNE = luma(textureOffset(screen, uv, ivec2(1, -1)).rgb);
    float lumaSW = luma(textureOffset(screen, uv, ivec2(-1, 1)).rgb);
    float lumaSE = luma(textureOffset(screen, uv, ivec2(1, 1)).rgb);
    float lumaM = luma(rgbM);
    float lumaMin = min(lumaM, min(min(lumaNW, lumaNE), min(lumaSW, lumaSE)));
    float lumaMax = max(lumaM, max(max(lumaNW, lumaNE), max(lumaSW, lumaSE)));
    if (lumaMax - lumaMin < max(0.0312, lumaMax * 0.125)) {
        outColor = vec4(rgbM, 1.0);
        return;
    }
    vec2 dir;
    dir.x = -((lumaNW + lumaNE) - (lumaSW + lumaSE));
    dir.y = (lumaNW + lumaSW) - (lumaNE + lumaSE);
    float reduce = max((lumaNW + lumaNE + lumaSW + lumaSE) * 0.03125, 0.0078125);
    float rcpDirMin = 1.0 / (min(abs(dir.x), abs(dir.y)) + reduce);
    dir = clamp(dir * rcpDirMin, -8.0, 8.0) * texel;
    vec3 rgbA = 0.5 * (texture(screen, uv + dir * (1.0 / 3.0 - 0.5)).rgb + texture(screen, uv + dir * (2.0 / 3.0 - 0.5)).rgb);
    vec3 rgbB = rgbA * 0.5 + 0.25 * (texture(screen, uv - dir * 0.5).rgb + texture(screen, uv + dir * 0.5).rgb);
    float lumaB = luma(rgbB);
    if (lumaB < lumaMin || lumaB > lumaMax) {
        outColor = vec4(rgbA, 1.0);
    } else {
        outColor = vec4(rgbB, 1.0);
    }
}
