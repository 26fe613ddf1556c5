//! Lists the functions of the public module, for runtime effects and generic programs.
//!
//! One line per name, sorted; overloads in the module's declaration order, which breaks ties in cost. The
//! notation is that of [`functions!`](super::declare). Source: the list of builtin functions of the language;
//! the module's binary agrees.

use super::declare::*;

functions! {
    pub(super) static FUNCTIONS;

    "$eval": HALF4(FLOAT2, SHADER), HALF4(HALF4, COLORFILTER), HALF4(HALF4, HALF4, BLENDER);
    "abs": GEN(GEN), HGEN(HGEN), @es3 IGEN(IGEN);
    "acos": GEN(GEN), HGEN(HGEN);
    "acosh": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "all": BOOL(BVEC);
    "any": BOOL(BVEC);
    "asin": GEN(GEN), HGEN(HGEN);
    "asinh": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "atan": GEN(GEN, GEN), HGEN(HGEN, HGEN), GEN(GEN), HGEN(HGEN);
    "atanh": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "ceil": GEN(GEN), HGEN(HGEN);
    "clamp": GEN(GEN, GEN, GEN), GEN(GEN, FLOAT, FLOAT), HGEN(HGEN, HGEN, HGEN), HGEN(HGEN, HALF, HALF),
        @es3 IGEN(IGEN, IGEN, IGEN), @es3 IGEN(IGEN, INT, INT), @es3 UGEN(UGEN, UGEN, UGEN),
        @es3 UGEN(UGEN, UINT, UINT);
    "cos": GEN(GEN), HGEN(HGEN);
    "cosh": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "cross": FLOAT3(FLOAT3, FLOAT3), HALF3(HALF3, HALF3);
    "dFdx": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "dFdy": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "degrees": GEN(GEN), HGEN(HGEN);
    "determinant": @es3 FLOAT(SQUARE), @es3 HALF(HSQUARE);
    "distance": FLOAT(GEN, GEN), HALF(HGEN, HGEN);
    "dot": FLOAT(GEN, GEN), HALF(HGEN, HGEN);
    "equal": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(BVEC, BVEC);
    "exp": GEN(GEN), HGEN(HGEN);
    "exp2": GEN(GEN), HGEN(HGEN);
    "faceforward": GEN(GEN, GEN, GEN), HGEN(HGEN, HGEN, HGEN);
    "floatBitsToInt": @es3 IGEN(GEN);
    "floatBitsToUint": @es3 UGEN(GEN);
    "floor": GEN(GEN), HGEN(HGEN);
    "fract": GEN(GEN), HGEN(HGEN);
    "fromLinearSrgb": HALF3(HALF3);
    "fwidth": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "greaterThan": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC);
    "greaterThanEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC);
    "intBitsToFloat": @es3 GEN(IGEN);
    "inverse": SQUARE(SQUARE), HSQUARE(HSQUARE);
    "inversesqrt": GEN(GEN), HGEN(HGEN);
    "isinf": @es3 BGEN(GEN), @es3 BGEN(HGEN);
    "isnan": @es3 BGEN(GEN), @es3 BGEN(HGEN);
    "length": FLOAT(GEN), HALF(HGEN);
    "lessThan": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC);
    "lessThanEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC);
    "log": GEN(GEN), HGEN(HGEN);
    "log2": GEN(GEN), HGEN(HGEN);
    "matrixCompMult": SQUARE(SQUARE, SQUARE), HSQUARE(HSQUARE, HSQUARE), @es3 MAT(MAT, MAT),
        @es3 HMAT(HMAT, HMAT);
    "max": GEN(GEN, GEN), GEN(GEN, FLOAT), HGEN(HGEN, HGEN), HGEN(HGEN, HALF), @es3 IGEN(IGEN, IGEN),
        @es3 IGEN(IGEN, INT);
    "min": GEN(GEN, GEN), GEN(GEN, FLOAT), HGEN(HGEN, HGEN), HGEN(HGEN, HALF), @es3 IGEN(IGEN, IGEN),
        @es3 IGEN(IGEN, INT);
    "mix": GEN(GEN, GEN, GEN), GEN(GEN, GEN, FLOAT), HGEN(HGEN, HGEN, HGEN), HGEN(HGEN, HGEN, HALF),
        @es3 GEN(GEN, GEN, BGEN), @es3 HGEN(HGEN, HGEN, BGEN);
    "mod": GEN(GEN, FLOAT), GEN(GEN, GEN), HGEN(HGEN, HALF), HGEN(HGEN, HGEN);
    "modf": @es3 GEN(GEN, @out GEN), @es3 HGEN(HGEN, @out HGEN);
    "normalize": GEN(GEN), HGEN(HGEN);
    "not": BVEC(BVEC);
    "notEqual": BVEC(VEC, VEC), BVEC(HVEC, HVEC), BVEC(IVEC, IVEC), BVEC(BVEC, BVEC);
    "outerProduct": @es3 SQUARE(VEC, VEC), @es3 HSQUARE(HVEC, HVEC), @es3 FLOAT2X3(FLOAT3, FLOAT2),
        @es3 HALF2X3(HALF3, HALF2), @es3 FLOAT3X2(FLOAT2, FLOAT3), @es3 HALF3X2(HALF2, HALF3),
        @es3 FLOAT2X4(FLOAT4, FLOAT2), @es3 HALF2X4(HALF4, HALF2), @es3 FLOAT4X2(FLOAT2, FLOAT4),
        @es3 HALF4X2(HALF2, HALF4), @es3 FLOAT3X4(FLOAT4, FLOAT3), @es3 HALF3X4(HALF4, HALF3),
        @es3 FLOAT4X3(FLOAT3, FLOAT4), @es3 HALF4X3(HALF3, HALF4);
    "packUnorm2x16": @es3 UINT(FLOAT2);
    "pow": GEN(GEN, GEN), HGEN(HGEN, HGEN);
    "radians": GEN(GEN), HGEN(HGEN);
    "reflect": GEN(GEN, GEN), HGEN(HGEN, HGEN);
    "refract": GEN(GEN, GEN, FLOAT), HGEN(HGEN, HGEN, HALF);
    "round": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "roundEven": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "saturate": GEN(GEN), HGEN(HGEN);
    "sign": GEN(GEN), HGEN(HGEN), @es3 IGEN(IGEN);
    "sin": GEN(GEN), HGEN(HGEN);
    "sinh": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "smoothstep": GEN(GEN, GEN, GEN), GEN(FLOAT, FLOAT, GEN), HGEN(HGEN, HGEN, HGEN), HGEN(HALF, HALF, HGEN);
    "sqrt": GEN(GEN), HGEN(HGEN);
    "step": GEN(GEN, GEN), GEN(FLOAT, GEN), HGEN(HGEN, HGEN), HGEN(HALF, HGEN);
    "tan": GEN(GEN), HGEN(HGEN);
    "tanh": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "toLinearSrgb": HALF3(HALF3);
    "transpose": @es3 SQUARE(SQUARE), @es3 HSQUARE(HSQUARE), @es3 FLOAT2X3(FLOAT3X2), @es3 HALF2X3(HALF3X2),
        @es3 FLOAT2X4(FLOAT4X2), @es3 HALF2X4(HALF4X2), @es3 FLOAT3X2(FLOAT2X3), @es3 HALF3X2(HALF2X3),
        @es3 FLOAT3X4(FLOAT4X3), @es3 HALF3X4(HALF4X3), @es3 FLOAT4X2(FLOAT2X4), @es3 HALF4X2(HALF2X4),
        @es3 FLOAT4X3(FLOAT3X4), @es3 HALF4X3(HALF3X4);
    "trunc": @es3 GEN(GEN), @es3 HGEN(HGEN);
    "uintBitsToFloat": @es3 GEN(UGEN);
    "unpackUnorm2x16": @es3 FLOAT2(UINT);
    "unpremul": @body HALF4(HALF4), @body FLOAT4(FLOAT4);
}
