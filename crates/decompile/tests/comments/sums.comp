#version 450

layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly buffer Values {
    uint count;
    float scale;
    float values[];
};
layout(set = 0, binding = 1) buffer Totals {
    float totals[];
};
shared float parts[64];

void main()
{
    uint own = gl_LocalInvocationIndex;
    parts[own] = own < count ? values[own] * scale : 0.0;
    barrier();
    if (own == 0) {
        float sum = 0.0;
        for (int i = 0; i < 64; i++)
            sum += parts[i];
        totals[gl_WorkGroupID.x] = sum;
    }
}
