#version 120
uniform sampler2D tex;
uniform samplerCube cube;
uniform sampler2DShadow sh;
varying float depth;
varying vec2 vUv;

void main() {
    vec4 c = texture2D(tex, vUv) * textureCube(cube, vec3(vUv, 1.0)) + texture2DProj(tex, vec3(vUv, 1.0));
    gl_FragColor = c + shadow2D(sh, vec3(vUv, depth));
}
