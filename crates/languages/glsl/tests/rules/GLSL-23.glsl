//== fires frag
#version 450
layout(binding = 1) uniform A { vec4 a; };
layout(binding = 1) uniform B { vec4 b; };
layout(set = 3, binding = 0) uniform C { vec4 c; };
uniform vec4 loose;
void main() {}
//== near frag
#version 450
layout(binding = 1) uniform A { vec4 a; };
layout(binding = 1) uniform sampler2D b;
layout(set = 3, binding = 1) uniform C { vec4 c; };
uniform vec4 loose;
void main() {}
