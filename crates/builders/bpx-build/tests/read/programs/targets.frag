#version 110
varying vec2 vUv;

void main() {
    gl_FragData[0] = vec4(vUv, 0.0, 1.0);
    gl_FragData[2] = vec4(1.0);
}
