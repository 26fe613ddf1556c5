#version 450

layout(local_size_x = 1) in;

layout(constant_id = 0) const int FIRST = 1;

struct Hit {
    vec3 place;
    float depth;
    float steps;
    int id;
    bool inside;
};

layout(binding = 0) buffer Results {
    float values[];
} results;

Hit march(float slope, int count)
{
    Hit hit;
    for (int i = 0; i < count; i++) {
        if (slope * float(i) > 1.0) {
            hit.id = i;
            hit.depth = slope;
            hit.steps = float(count);
            hit.place = vec3(slope);
            hit.inside = true;
            break;
        }
    }
    return hit;
}

void main()
{
    int pairs[2];
    pairs[FIRST] = 3;
    Hit hit = march(results.values[0], 8);
    float sizes[FIRST + 2];
    mat2 turns;
    for (int i = 0; i < 2; i++) {
        turns[i] = vec2(float(i));
    }
    float squares[6];
    for (int i = 0; i < 6; i++) {
        squares[i] = float(i * i);
    }
    results.values[1] = hit.depth + hit.place.x + float(pairs[1 - FIRST]);
    results.values[4] = sizes[FIRST] + turns[0].y + turns[1].x;
    results.values[2] = squares[int(results.values[3])];
}
