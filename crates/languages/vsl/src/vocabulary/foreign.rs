//! Maps words of other shading languages to VSL, for help.

/// A word of GLSL, HLSL or Metal and its VSL equivalent.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Foreign word.
    pub name: &'static str,
    /// VSL equivalent.
    pub here: &'static str,
}

const fn row(name: &'static str, here: &'static str) -> Row {
    Row { name, here }
}

/// Type names.
pub const TYPES: [Row; 28] = [
    row("vec2", "float2"),
    row("vec3", "float3"),
    row("vec4", "float4"),
    row("ivec2", "int2"),
    row("ivec3", "int3"),
    row("ivec4", "int4"),
    row("uvec2", "uint2"),
    row("uvec3", "uint3"),
    row("uvec4", "uint4"),
    row("bvec2", "bool2"),
    row("bvec3", "bool3"),
    row("bvec4", "bool4"),
    row("mat2", "float2x2"),
    row("mat3", "float3x3"),
    row("mat4", "float4x4"),
    row("mat2x3", "float2x3"),
    row("mat2x4", "float2x4"),
    row("mat3x2", "float3x2"),
    row("mat3x4", "float3x4"),
    row("mat4x2", "float4x2"),
    row("mat4x3", "float4x3"),
    row("half", "float"),
    row("double", "float"),
    row("sampler2D", "Sampler2D"),
    row("sampler3D", "Sampler3D"),
    row("samplerCube", "SamplerCube"),
    row("Texture2D", "Sampler2D"),
    row("image2D", "Image2D<float4>"),
];

/// Function names.
pub const FUNCTIONS: [Row; 34] = [
    row("inversesqrt", "isqrt(x)"),
    row("rsqrt", "isqrt(x)"),
    row("lerp", "mix(a, b, t)"),
    row("saturate", "clamp(x, 0, 1)"),
    row("frac", "fract(x)"),
    row("fmod", "x - y * trunc(x / y)"),
    row("mad", "fma(a, b, c)"),
    row("mul", "a * b"),
    row("smoothstep", "smoothStep(low, high, x)"),
    row("faceforward", "faceForward(n, i, nref)"),
    row("radians", "deg2rad(x)"),
    row("degrees", "rad2deg(x)"),
    row("fabs", "abs(x)"),
    row("rint", "roundEven(x)"),
    row("log10", "log(x) / log(10)"),
    row("texture", "sampler[coordinate]"),
    row("texture2D", "sampler[coordinate]"),
    row("textureCube", "sampler[coordinate]"),
    row("tex2D", "sampler[coordinate]"),
    row("textureSize", "sizeOf(sampler, level)"),
    row("imageSize", "sizeOf(image)"),
    row("textureQueryLevels", "levelsOf(sampler)"),
    row("imageLoad", "image[coordinate]"),
    row("imageStore", "image[coordinate] = value;"),
    row("subpassLoad", "the name of the subpass input alone"),
    row("floatBitsToInt", "bitCastInt(x)"),
    row("floatBitsToUint", "bitCastUint(x)"),
    row("intBitsToFloat", "bitCastFloat(x)"),
    row("uintBitsToFloat", "bitCastFloat(x)"),
    row("asfloat", "bitCastFloat(x)"),
    row("matrixCompMult", "matCompMul(a, b)"),
    row("outerProduct", "outerProd(column, row)"),
    row("greaterThan", "a > b"),
    row("lessThan", "a < b"),
];

/// Variable names.
pub const VARIABLES: [Row; 12] = [
    row("gl_Position", "$Position"),
    row("gl_PointSize", "$PointSize"),
    row("gl_VertexIndex", "$VertexIndex"),
    row("gl_VertexID", "$VertexIndex"),
    row("gl_InstanceIndex", "$InstanceIndex"),
    row("gl_InstanceID", "$InstanceIndex"),
    row("gl_DrawID", "$DrawIndex"),
    row("gl_FragCoord", "$FragCoord"),
    row("gl_FrontFacing", "$FrontFacing"),
    row("gl_PointCoord", "$PointCoord"),
    row("gl_PrimitiveID", "$PrimitiveID"),
    row("gl_FragColor", "an output: out(0) float4 color;"),
];

/// The VSL equivalent of a word in a list.
///
/// ```
/// use glassbox_vsl::vocabulary::foreign::{TYPES, here};
///
/// assert_eq!(here(&TYPES, "vec3"), Some("float3"));
/// assert_eq!(here(&TYPES, "float3"), None);
/// ```
pub fn here(words: &[Row], name: &str) -> Option<&'static str> {
    let row = words.iter().find(|row| row.name == name)?;
    Some(row.here)
}
