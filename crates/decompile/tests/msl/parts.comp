#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Numbers { vec3 places[4]; float numbers[]; };
shared vec2 wholes;
void main()
{
    numbers[0] = modf(numbers[1], numbers[2]);
    places[0] = modf(places[1], places[2]);
    vec2 rest = modf(vec2(numbers[3]), wholes);
    numbers[4] = rest.x + wholes.y;
}
