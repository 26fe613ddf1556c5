//== fires frag
#include "comon.glsl"
#include "circle.glsl"
void main() {}
//== fires include common.glsl
float common_one;
//== fires include circle.glsl
#include <circle.glsl>
//== near frag
#include "common.glsl"
#include <guarded.glsl>
#include <guarded.glsl>
void main() { common_one = 1.0; }
//== near include common.glsl
#pragma once
#include "common.glsl"
float common_one;
//== near include guarded.glsl
#ifndef GUARDED
#define GUARDED
#include "guarded.glsl"
float guarded_one;
#endif
