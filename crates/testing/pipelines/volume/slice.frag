#version 330 core
in vec3 place;
uniform sampler3D density;
uniform vec4 ramp;
out vec4 color;

void main()
{
    float sum = 0.0;
    for (int step = 0; step < 4; ++step)
    {
        vec3 at = vec3(place.xy, (float(step) + 0.5) / 4.0);
        sum += textureLod(density, at, 0.0).r * ramp[step];
    }
    color = vec4(sum, sum * 0.5, 1.0 - sum, 1.0);
}
