//== split vert
#version 100
attribute highp vec4 position;
uniform mediump vec2 shift;
varying lowp vec2 at;
void main() { at = position.xy + shift; gl_Position = position; }
//== split frag
#version 100
precision mediump float;
varying lowp vec2 at;
uniform sampler2D image;
void main() { precision mediump int; gl_FragColor = texture2DProj(image, vec3(at, 1.0)) + texture2D(image, at, 1.0); }
