#ifndef COMMON
#define COMMON
#define MAX_LIGHTS 3
#define SATURATE(x) clamp((x), 0.0, 1.0)
struct Light { vec3 position; vec3 color; float radius; };
uniform Light lights[MAX_LIGHTS];
uniform mat4 model, viewProjection;
#endif
