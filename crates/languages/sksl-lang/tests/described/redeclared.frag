// A second declaration of `sk_FragColor` is ignored.
#extension GL_OES_standard_derivatives : enable
layout(origin_upper_left) in;
layout(location = 0, index = 0) out half4 sk_FragColor;
void main() { sk_FragColor.x = 1; }
