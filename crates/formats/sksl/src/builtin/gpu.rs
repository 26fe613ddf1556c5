//! Lists the functions of the GPU module, for fragment and vertex programs.
//!
//! One line per name, sorted; overloads in the module's declaration order, which breaks ties in cost. The
//! notation is that of [`functions!`](super::declare). Source: the list of builtin functions of the language;
//! the module's binary agrees.

use super::declare::*;

functions! {
    pub(super) static FUNCTIONS;

    "$blend_color_luminance": @body HALF(HALF3);
    "$blend_color_saturation": @body HALF(HALF3);
    "$blend_overlay_component": @body HALF(HALF2, HALF2);
    "$blend_set_color_luminance": @body HALF3(HALF3, HALF, HALF3);
    "$blend_set_color_saturation": @body HALF3(HALF3, HALF3);
    "$blend_set_color_saturation_helper": @body HALF3(HALF3, HALF);
    "$color_burn_component": @body HALF(HALF2, HALF2);
    "$color_dodge_component": @body HALF(HALF2, HALF2);
    "$guarded_divide": @body HALF(HALF, HALF), @body HALF3(HALF3, HALF);
    "$soft_light_component": @body HALF(HALF2, HALF2);
    "abs": GEN(GEN), HGEN(HGEN), IGEN(IGEN);
    "acos": GEN(GEN), HGEN(HGEN);
    "acosh": GEN(GEN), HGEN(HGEN);
    "all": BOOL(BVEC);
    "any": BOOL(BVEC);
    "asin": GEN(GEN), HGEN(HGEN);
    "asinh": GEN(GEN), HGEN(HGEN);
    "atan": GEN(GEN, GEN), GEN(GEN), HGEN(HGEN, HGEN), HGEN(HGEN);
    "atanh": GEN(GEN), HGEN(HGEN);
    "bitCount": IGEN(IGEN), IGEN(UGEN);
    "blend_clear": @body HALF4(HALF4, HALF4);
    "blend_color": @body HALF4(HALF4, HALF4);
    "blend_color_burn": @body HALF4(HALF4, HALF4);
    "blend_color_dodge": @body HALF4(HALF4, HALF4);
    "blend_darken": @body HALF4(HALF4, HALF4);
    "blend_difference": @body HALF4(HALF4, HALF4);
    "blend_dst": @body HALF4(HALF4, HALF4);
    "blend_dst_atop": @body HALF4(HALF4, HALF4);
    "blend_dst_in": @body HALF4(HALF4, HALF4);
    "blend_dst_out": @body HALF4(HALF4, HALF4);
    "blend_dst_over": @body HALF4(HALF4, HALF4);
    "blend_exclusion": @body HALF4(HALF4, HALF4);
    "blend_hard_light": @body HALF4(HALF4, HALF4);
    "blend_hue": @body HALF4(HALF4, HALF4);
    "blend_lighten": @body HALF4(HALF4, HALF4);
    "blend_luminosity": @body HALF4(HALF4, HALF4);
    "blend_modulate": @body HALF4(HALF4, HALF4);
    "blend_multiply": @body HALF4(HALF4, HALF4);
    "blend_overlay": @body HALF4(HALF4, HALF4);
    "blend_plus": @body HALF4(HALF4, HALF4);
    "blend_saturation": @body HALF4(HALF4, HALF4);
    "blend_screen": @body HALF4(HALF4, HALF4);
    "blend_soft_light": @body HALF4(HALF4, HALF4);
    "blend_src": @body HALF4(HALF4, HALF4);
    "blend_src_atop": @body HALF4(HALF4, HALF4);
    "blend_src_in": @body HALF4(HALF4, HALF4);
    "blend_src_out": @body HALF4(HALF4, HALF4);
    "blend_src_over": @body HALF4(HALF4, HALF4);
    "blend_xor": @body HALF4(HALF4, HALF4);
    "ceil": GEN(GEN), HGEN(HGEN);
    "clamp": GEN(GEN, GEN, GEN), GEN(GEN, FLOAT, FLOAT), HGEN(HGEN, HGEN, HGEN), HGEN(HGEN, HALF, HALF),
        IGEN(IGEN, IGEN, IGEN), IGEN(IGEN, INT, INT), UGEN(UGEN, UGEN, UGEN), UGEN(UGEN, UINT, UINT);
    "cos": GEN(GEN), HGEN(HGEN);
    "cosh": GEN(GEN), HGEN(HGEN);
    "cross": FLOAT3(FLOAT3, FLOAT3), HALF3(HALF3, HALF3);
    "cross_length_2d": @body FLOAT(FLOAT2, FLOAT2), @body HALF(HALF2, HALF2);
    "dFdx": GEN(GEN), HGEN(HGEN);
    "dFdy": GEN(GEN), HGEN(HGEN);
    "degrees": GEN(GEN), HGEN(HGEN);
    "determinant": FLOAT(SQUARE), HALF(HSQUARE);
    "distance": FLOAT(GEN, GEN), HALF(HGEN, HGEN);
    "dot": FLOAT(GEN, GEN), HALF(HGEN, HGEN);
    "equal": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(UVEC, UVEC), BVEC(SVEC, SVEC),
        BVEC(USVEC, USVEC), BVEC(BVEC, BVEC);
    "exp": GEN(GEN), HGEN(HGEN);
    "exp2": GEN(GEN), HGEN(HGEN);
    "faceforward": GEN(GEN, GEN, GEN), HGEN(HGEN, HGEN, HGEN);
    "findLSB": IGEN(IGEN), IGEN(UGEN);
    "findMSB": IGEN(IGEN), IGEN(UGEN);
    "floatBitsToInt": IGEN(GEN);
    "floatBitsToUint": UGEN(GEN);
    "floor": GEN(GEN), HGEN(HGEN);
    "fma": GEN(GEN, GEN, GEN), HGEN(HGEN, HGEN, HGEN);
    "fract": GEN(GEN), HGEN(HGEN);
    "frexp": @side GEN(GEN, @out IGEN), @side HGEN(HGEN, @out IGEN);
    "fwidth": GEN(GEN), HGEN(HGEN);
    "greaterThan": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(UVEC, UVEC), BVEC(SVEC, SVEC),
        BVEC(USVEC, USVEC);
    "greaterThanEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(UVEC, UVEC),
        BVEC(SVEC, SVEC), BVEC(USVEC, USVEC);
    "intBitsToFloat": GEN(IGEN);
    "interpolateAtOffset": FLOAT(FLOAT, FLOAT2), FLOAT2(FLOAT2, FLOAT2), FLOAT3(FLOAT3, FLOAT2),
        FLOAT4(FLOAT4, FLOAT2);
    "interpolateAtSample": FLOAT(FLOAT, INT), FLOAT2(FLOAT2, INT), FLOAT3(FLOAT3, INT), FLOAT4(FLOAT4, INT);
    "inverse": SQUARE(SQUARE), HSQUARE(HSQUARE);
    "inversesqrt": GEN(GEN), HGEN(HGEN);
    "isinf": BGEN(GEN);
    "isnan": BGEN(GEN);
    "ldexp": GEN(GEN, IGEN), HGEN(HGEN, IGEN);
    "length": FLOAT(GEN), HALF(HGEN);
    "lessThan": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(SVEC, SVEC), BVEC(USVEC, USVEC),
        BVEC(UVEC, UVEC);
    "lessThanEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(UVEC, UVEC), BVEC(SVEC, SVEC),
        BVEC(USVEC, USVEC);
    "log": GEN(GEN), HGEN(HGEN);
    "log2": GEN(GEN), HGEN(HGEN);
    "makeSampler2D": SAMPLER2D(TEXTURE2D, SAMPLER);
    "matrixCompMult": MAT(MAT, MAT), HMAT(HMAT, HMAT);
    "max": GEN(GEN, GEN), GEN(GEN, FLOAT), HGEN(HGEN, HGEN), HGEN(HGEN, HALF), IGEN(IGEN, IGEN),
        IGEN(IGEN, INT);
    "min": GEN(GEN, GEN), GEN(GEN, FLOAT), HGEN(HGEN, HGEN), HGEN(HGEN, HALF), IGEN(IGEN, IGEN),
        IGEN(IGEN, INT);
    "mix": GEN(GEN, GEN, GEN), GEN(GEN, GEN, FLOAT), HGEN(HGEN, HGEN, HGEN), HGEN(HGEN, HGEN, HALF),
        GEN(GEN, GEN, BGEN), HGEN(HGEN, HGEN, BGEN), IGEN(IGEN, IGEN, BGEN), BGEN(BGEN, BGEN, BGEN);
    "mod": GEN(GEN, FLOAT), GEN(GEN, GEN), HGEN(HGEN, HALF), HGEN(HGEN, HGEN);
    "modf": GEN(GEN, @out GEN), HGEN(HGEN, @out HGEN);
    "normalize": GEN(GEN), HGEN(HGEN);
    "not": BVEC(BVEC);
    "notEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(UVEC, UVEC), BVEC(SVEC, SVEC),
        BVEC(USVEC, USVEC), BVEC(BVEC, BVEC);
    "outerProduct": SQUARE(VEC, VEC), FLOAT2X3(FLOAT3, FLOAT2), FLOAT3X2(FLOAT2, FLOAT3),
        FLOAT2X4(FLOAT4, FLOAT2), FLOAT4X2(FLOAT2, FLOAT4), FLOAT3X4(FLOAT4, FLOAT3),
        FLOAT4X3(FLOAT3, FLOAT4), HSQUARE(HVEC, HVEC), HALF2X3(HALF3, HALF2), HALF3X2(HALF2, HALF3),
        HALF2X4(HALF4, HALF2), HALF4X2(HALF2, HALF4), HALF3X4(HALF4, HALF3), HALF4X3(HALF3, HALF4);
    "packHalf2x16": UINT(FLOAT2);
    "packSnorm2x16": UINT(FLOAT2);
    "packSnorm4x8": UINT(FLOAT4);
    "packUnorm2x16": UINT(FLOAT2);
    "packUnorm4x8": UINT(FLOAT4);
    "pow": GEN(GEN, GEN), HGEN(HGEN, HGEN);
    "proj": @body FLOAT2(FLOAT3);
    "radians": GEN(GEN), HGEN(HGEN);
    "reflect": GEN(GEN, GEN), HGEN(HGEN, HGEN);
    "refract": GEN(GEN, GEN, FLOAT), HGEN(HGEN, HGEN, HALF);
    "round": GEN(GEN), HGEN(HGEN);
    "roundEven": GEN(GEN), HGEN(HGEN);
    "sample": HALF4(SAMPLER1D, FLOAT), HALF4(SAMPLER1D, FLOAT, FLOAT), HALF4(SAMPLER2D, FLOAT2),
        INT4(ISAMPLER2D, FLOAT2), HALF4(SAMPLEREXTERNALOES, FLOAT2, FLOAT), HALF4(SAMPLEREXTERNALOES, FLOAT2),
        HALF4(SAMPLER2DRECT, FLOAT2), HALF4(SAMPLER2DRECT, FLOAT3), HALF4(SAMPLER1D, FLOAT2),
        HALF4(SAMPLER1D, FLOAT2, FLOAT), HALF4(SAMPLER2D, FLOAT3), HALF4(SAMPLER2D, FLOAT3, FLOAT);
    "saturate": GEN(GEN), HGEN(HGEN);
    "sign": GEN(GEN), HGEN(HGEN), IGEN(IGEN);
    "sin": GEN(GEN), HGEN(HGEN);
    "sinh": GEN(GEN), HGEN(HGEN);
    "smoothstep": GEN(GEN, GEN, GEN), GEN(FLOAT, FLOAT, GEN), HGEN(HGEN, HGEN, HGEN), HGEN(HALF, HALF, HGEN);
    "sqrt": GEN(GEN), HGEN(HGEN);
    "step": GEN(GEN, GEN), GEN(FLOAT, GEN), HGEN(HGEN, HGEN), HGEN(HALF, HGEN);
    "subpassLoad": HALF4(SUBPASSINPUT), HALF4(SUBPASSINPUTMS, INT);
    "tan": GEN(GEN), HGEN(HGEN);
    "tanh": GEN(GEN), HGEN(HGEN);
    "textureSize": INT2(SAMPLER2DRECT);
    "transpose": SQUARE(SQUARE), FLOAT2X3(FLOAT3X2), FLOAT3X2(FLOAT2X3), FLOAT2X4(FLOAT4X2),
        FLOAT4X2(FLOAT2X4), FLOAT3X4(FLOAT4X3), FLOAT4X3(FLOAT3X4), HSQUARE(HSQUARE), HALF2X3(HALF3X2),
        HALF3X2(HALF2X3), HALF2X4(HALF4X2), HALF4X2(HALF2X4), HALF3X4(HALF4X3), HALF4X3(HALF3X4);
    "trunc": GEN(GEN), HGEN(HGEN);
    "uintBitsToFloat": GEN(UGEN);
    "unpackHalf2x16": FLOAT2(UINT);
    "unpackSnorm2x16": FLOAT2(UINT);
    "unpackSnorm4x8": FLOAT4(UINT);
    "unpackUnorm2x16": FLOAT2(UINT);
    "unpackUnorm4x8": FLOAT4(UINT);
    "unpremul": @body HALF4(HALF4), @body FLOAT4(FLOAT4);
}
