#version 450
struct Port { vec4 tint; float weight; };
layout(location = 0) in vec4 places[2];
layout(location = 0) out Port port;
void main()
{
    port = Port(places[1], places[0].w);
    gl_Position = places[0];
}
