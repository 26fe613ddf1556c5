//! Lists the functions of GLSL that `GLSL.std.450` has.

use glassbox_spirv::build::glsl;

use super::features::NEVER;
use crate::text::Sign;

/// A function, and the versions of GLSL and GLSL ES from which it exists.
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) desktop: u16,
    pub(super) es: u16,
    pub(super) sign: Sign,
}

/// The function of a number.
pub(super) fn function(number: u32) -> Option<&'static Function> {
    TABLE.iter().find(|(found, _)| *found == number).map(|(_, function)| function)
}

const fn row(number: u32, name: &'static str, desktop: u16, es: u16, sign: Sign) -> (u32, Function) {
    (number, Function { name, desktop, es, sign })
}

static TABLE: &[(u32, Function)] = &[
    row(glsl::ROUND, "round", 130, 300, Sign::Own),
    row(glsl::ROUND_EVEN, "roundEven", 130, 300, Sign::Own),
    row(glsl::TRUNC, "trunc", 130, 300, Sign::Own),
    row(glsl::F_ABS, "abs", 110, 100, Sign::Own),
    row(glsl::S_ABS, "abs", 130, 300, Sign::Signed),
    row(glsl::F_SIGN, "sign", 110, 100, Sign::Own),
    row(glsl::S_SIGN, "sign", 130, 300, Sign::Signed),
    row(glsl::FLOOR, "floor", 110, 100, Sign::Own),
    row(glsl::CEIL, "ceil", 110, 100, Sign::Own),
    row(glsl::FRACT, "fract", 110, 100, Sign::Own),
    row(glsl::RADIANS, "radians", 110, 100, Sign::Own),
    row(glsl::DEGREES, "degrees", 110, 100, Sign::Own),
    row(glsl::SIN, "sin", 110, 100, Sign::Own),
    row(glsl::COS, "cos", 110, 100, Sign::Own),
    row(glsl::TAN, "tan", 110, 100, Sign::Own),
    row(glsl::ASIN, "asin", 110, 100, Sign::Own),
    row(glsl::ACOS, "acos", 110, 100, Sign::Own),
    row(glsl::ATAN, "atan", 110, 100, Sign::Own),
    row(glsl::SINH, "sinh", 130, 300, Sign::Own),
    row(glsl::COSH, "cosh", 130, 300, Sign::Own),
    row(glsl::TANH, "tanh", 130, 300, Sign::Own),
    row(glsl::ASINH, "asinh", 130, 300, Sign::Own),
    row(glsl::ACOSH, "acosh", 130, 300, Sign::Own),
    row(glsl::ATANH, "atanh", 130, 300, Sign::Own),
    row(glsl::ATAN2, "atan", 110, 100, Sign::Own),
    row(glsl::POW, "pow", 110, 100, Sign::Own),
    row(glsl::EXP, "exp", 110, 100, Sign::Own),
    row(glsl::LOG, "log", 110, 100, Sign::Own),
    row(glsl::EXP2, "exp2", 110, 100, Sign::Own),
    row(glsl::LOG2, "log2", 110, 100, Sign::Own),
    row(glsl::SQRT, "sqrt", 110, 100, Sign::Own),
    row(glsl::INVERSE_SQRT, "inversesqrt", 110, 100, Sign::Own),
    row(glsl::DETERMINANT, "determinant", 150, 300, Sign::Own),
    row(glsl::MATRIX_INVERSE, "inverse", 140, 300, Sign::Own),
    row(glsl::MODF, "modf", 130, 300, Sign::Own),
    row(glsl::MODF_STRUCT, "modf", 130, 300, Sign::Own),
    row(glsl::F_MIN, "min", 110, 100, Sign::Own),
    row(glsl::U_MIN, "min", 130, 300, Sign::Unsigned),
    row(glsl::S_MIN, "min", 130, 300, Sign::Signed),
    row(glsl::F_MAX, "max", 110, 100, Sign::Own),
    row(glsl::U_MAX, "max", 130, 300, Sign::Unsigned),
    row(glsl::S_MAX, "max", 130, 300, Sign::Signed),
    row(glsl::F_CLAMP, "clamp", 110, 100, Sign::Own),
    row(glsl::U_CLAMP, "clamp", 130, 300, Sign::Unsigned),
    row(glsl::S_CLAMP, "clamp", 130, 300, Sign::Signed),
    row(glsl::F_MIX, "mix", 110, 100, Sign::Own),
    row(glsl::STEP, "step", 110, 100, Sign::Own),
    row(glsl::SMOOTH_STEP, "smoothstep", 110, 100, Sign::Own),
    row(glsl::FMA, "fma", 110, 100, Sign::Own),
    row(glsl::FREXP, "frexp", 400, 310, Sign::Own),
    row(glsl::FREXP_STRUCT, "frexp", 400, 310, Sign::Own),
    row(glsl::LDEXP, "ldexp", 400, 310, Sign::Own),
    row(glsl::PACK_SNORM4X8, "packSnorm4x8", 400, 310, Sign::Own),
    row(glsl::PACK_UNORM4X8, "packUnorm4x8", 400, 310, Sign::Own),
    row(glsl::PACK_SNORM2X16, "packSnorm2x16", 420, 300, Sign::Own),
    row(glsl::PACK_UNORM2X16, "packUnorm2x16", 400, 300, Sign::Own),
    row(glsl::PACK_HALF2X16, "packHalf2x16", 420, 300, Sign::Own),
    row(glsl::PACK_DOUBLE2X32, "packDouble2x32", 400, NEVER, Sign::Own),
    row(glsl::UNPACK_SNORM2X16, "unpackSnorm2x16", 420, 300, Sign::Unsigned),
    row(glsl::UNPACK_UNORM2X16, "unpackUnorm2x16", 400, 300, Sign::Unsigned),
    row(glsl::UNPACK_HALF2X16, "unpackHalf2x16", 420, 300, Sign::Unsigned),
    row(glsl::UNPACK_SNORM4X8, "unpackSnorm4x8", 400, 310, Sign::Unsigned),
    row(glsl::UNPACK_UNORM4X8, "unpackUnorm4x8", 400, 310, Sign::Unsigned),
    row(glsl::UNPACK_DOUBLE2X32, "unpackDouble2x32", 400, NEVER, Sign::Own),
    row(glsl::LENGTH, "length", 110, 100, Sign::Own),
    row(glsl::DISTANCE, "distance", 110, 100, Sign::Own),
    row(glsl::CROSS, "cross", 110, 100, Sign::Own),
    row(glsl::NORMALIZE, "normalize", 110, 100, Sign::Own),
    row(glsl::FACE_FORWARD, "faceforward", 110, 100, Sign::Own),
    row(glsl::REFLECT, "reflect", 110, 100, Sign::Own),
    row(glsl::REFRACT, "refract", 110, 100, Sign::Own),
    row(glsl::FIND_I_LSB, "findLSB", 400, 310, Sign::Own),
    row(glsl::FIND_S_MSB, "findMSB", 400, 310, Sign::Signed),
    row(glsl::FIND_U_MSB, "findMSB", 400, 310, Sign::Unsigned),
    row(glsl::INTERPOLATE_AT_CENTROID, "interpolateAtCentroid", 400, 320, Sign::Own),
    row(glsl::INTERPOLATE_AT_SAMPLE, "interpolateAtSample", 400, 320, Sign::Own),
    row(glsl::INTERPOLATE_AT_OFFSET, "interpolateAtOffset", 400, 320, Sign::Own),
    row(glsl::N_MIN, "min", 110, 100, Sign::Own),
    row(glsl::N_MAX, "max", 110, 100, Sign::Own),
    row(glsl::N_CLAMP, "clamp", 110, 100, Sign::Own),
];
