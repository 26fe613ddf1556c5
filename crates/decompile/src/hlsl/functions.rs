//! Lists what the functions of `GLSL.std.450` are in HLSL.

use glassbox_spirv::build::glsl;

use crate::text::Sign;

/// A function of HLSL, or one of this crate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) sign: Sign,
    /// Shader model that has it first, times ten.
    pub(super) version: u16,
    pub(super) is_helper: bool,
}

/// The function of a number.
pub(super) fn function(number: u32) -> Option<Function> {
    TABLE.iter().find(|row| row.0 == number).map(|row| row.1)
}

const fn own(number: u32, name: &'static str) -> (u32, Function) {
    (number, Function { name, sign: Sign::Own, version: 40, is_helper: false })
}

const fn signed(number: u32, name: &'static str, sign: Sign) -> (u32, Function) {
    (number, Function { name, sign, version: 40, is_helper: false })
}

const fn from(number: u32, name: &'static str, sign: Sign, version: u16) -> (u32, Function) {
    (number, Function { name, sign, version, is_helper: false })
}

const fn helper(number: u32, name: &'static str, sign: Sign, version: u16) -> (u32, Function) {
    (number, Function { name, sign, version, is_helper: true })
}

static TABLE: &[(u32, Function)] = &[
    own(glsl::ROUND, "round"),
    own(glsl::ROUND_EVEN, "round"),
    own(glsl::TRUNC, "trunc"),
    own(glsl::F_ABS, "abs"),
    signed(glsl::S_ABS, "abs", Sign::Signed),
    own(glsl::F_SIGN, "sign"),
    signed(glsl::S_SIGN, "sign", Sign::Signed),
    own(glsl::FLOOR, "floor"),
    own(glsl::CEIL, "ceil"),
    own(glsl::FRACT, "frac"),
    own(glsl::RADIANS, "radians"),
    own(glsl::DEGREES, "degrees"),
    own(glsl::SIN, "sin"),
    own(glsl::COS, "cos"),
    own(glsl::TAN, "tan"),
    own(glsl::ASIN, "asin"),
    own(glsl::ACOS, "acos"),
    own(glsl::ATAN, "atan"),
    own(glsl::SINH, "sinh"),
    own(glsl::COSH, "cosh"),
    own(glsl::TANH, "tanh"),
    helper(glsl::ASINH, "asinh", Sign::Own, 40),
    helper(glsl::ACOSH, "acosh", Sign::Own, 40),
    helper(glsl::ATANH, "atanh", Sign::Own, 40),
    own(glsl::ATAN2, "atan2"),
    own(glsl::POW, "pow"),
    own(glsl::EXP, "exp"),
    own(glsl::LOG, "log"),
    own(glsl::EXP2, "exp2"),
    own(glsl::LOG2, "log2"),
    own(glsl::SQRT, "sqrt"),
    own(glsl::INVERSE_SQRT, "rsqrt"),
    own(glsl::DETERMINANT, "determinant"),
    own(glsl::MODF, "modf"),
    own(glsl::MODF_STRUCT, "modf"),
    own(glsl::F_MIN, "min"),
    signed(glsl::U_MIN, "min", Sign::Unsigned),
    signed(glsl::S_MIN, "min", Sign::Signed),
    own(glsl::F_MAX, "max"),
    signed(glsl::U_MAX, "max", Sign::Unsigned),
    signed(glsl::S_MAX, "max", Sign::Signed),
    own(glsl::F_CLAMP, "clamp"),
    signed(glsl::U_CLAMP, "clamp", Sign::Unsigned),
    signed(glsl::S_CLAMP, "clamp", Sign::Signed),
    own(glsl::F_MIX, "lerp"),
    own(glsl::STEP, "step"),
    own(glsl::SMOOTH_STEP, "smoothstep"),
    own(glsl::FMA, "mad"),
    helper(glsl::FREXP, "frexp_int", Sign::Own, 40),
    helper(glsl::FREXP_STRUCT, "frexp_int", Sign::Own, 40),
    own(glsl::LDEXP, "ldexp"),
    helper(glsl::PACK_SNORM4X8, "pack_snorm4x8", Sign::Own, 40),
    helper(glsl::PACK_UNORM4X8, "pack_unorm4x8", Sign::Own, 40),
    helper(glsl::PACK_SNORM2X16, "pack_snorm2x16", Sign::Own, 40),
    helper(glsl::PACK_UNORM2X16, "pack_unorm2x16", Sign::Own, 40),
    helper(glsl::PACK_HALF2X16, "pack_half2x16", Sign::Own, 50),
    helper(glsl::PACK_DOUBLE2X32, "pack_double2x32", Sign::Own, 50),
    helper(glsl::UNPACK_SNORM2X16, "unpack_snorm2x16", Sign::Unsigned, 40),
    helper(glsl::UNPACK_UNORM2X16, "unpack_unorm2x16", Sign::Unsigned, 40),
    helper(glsl::UNPACK_HALF2X16, "unpack_half2x16", Sign::Unsigned, 50),
    helper(glsl::UNPACK_SNORM4X8, "unpack_snorm4x8", Sign::Unsigned, 40),
    helper(glsl::UNPACK_UNORM4X8, "unpack_unorm4x8", Sign::Unsigned, 40),
    helper(glsl::UNPACK_DOUBLE2X32, "unpack_double2x32", Sign::Own, 50),
    own(glsl::LENGTH, "length"),
    own(glsl::DISTANCE, "distance"),
    own(glsl::CROSS, "cross"),
    own(glsl::NORMALIZE, "normalize"),
    own(glsl::FACE_FORWARD, "faceforward"),
    own(glsl::REFLECT, "reflect"),
    own(glsl::REFRACT, "refract"),
    from(glsl::FIND_I_LSB, "firstbitlow", Sign::Unsigned, 50),
    from(glsl::FIND_S_MSB, "firstbithigh", Sign::Signed, 50),
    from(glsl::FIND_U_MSB, "firstbithigh", Sign::Unsigned, 50),
    from(glsl::INTERPOLATE_AT_CENTROID, "EvaluateAttributeCentroid", Sign::Own, 50),
    from(glsl::INTERPOLATE_AT_SAMPLE, "EvaluateAttributeAtSample", Sign::Own, 50),
    from(glsl::INTERPOLATE_AT_OFFSET, "EvaluateAttributeSnapped", Sign::Own, 50),
    own(glsl::N_MIN, "min"),
    own(glsl::N_MAX, "max"),
    own(glsl::N_CLAMP, "clamp"),
];
