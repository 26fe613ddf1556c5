#stage pixel
#include camera.sal

#sal
const struct Fog { float Density; vec3f Color; }
const float Gain;
#sal

float fogged(float distance)
{
    float thick = Fog_Density * max(distance - Camera_Near, 0.0);
    return clamp(exp(-thick) * Gain + Fog_Color.r * 0.1, 0.0, 1.0);
}
