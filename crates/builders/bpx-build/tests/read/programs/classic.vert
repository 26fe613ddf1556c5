#version 120
attribute vec3 position;
attribute vec2 uv;
uniform mat4 mvp;
varying vec2 vUv;
varying float depth;

void main() {
    vUv = uv;
    gl_Position = mvp * vec4(position, 1.0);
    depth = gl_Position.z;
}
