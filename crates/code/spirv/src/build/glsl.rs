//! Instruction numbers of the extended set `GLSL.std.450`. A test checks each against the grammar.

macro_rules! instructions {
    ($($name:ident = $number:literal $spelling:literal),* $(,)?) => {
        $(
            #[doc = concat!("`", $spelling, "`")]
            pub const $name: u32 = $number;
        )*

        #[cfg(test)]
        const ALL: &[(u32, &str)] = &[$(($number, $spelling)),*];
    };
}

/// Import name of the set.
pub const SET: &str = "GLSL.std.450";

instructions! {
    ROUND = 1 "Round",
    ROUND_EVEN = 2 "RoundEven",
    TRUNC = 3 "Trunc",
    F_ABS = 4 "FAbs",
    S_ABS = 5 "SAbs",
    F_SIGN = 6 "FSign",
    S_SIGN = 7 "SSign",
    FLOOR = 8 "Floor",
    CEIL = 9 "Ceil",
    FRACT = 10 "Fract",
    RADIANS = 11 "Radians",
    DEGREES = 12 "Degrees",
    SIN = 13 "Sin",
    COS = 14 "Cos",
    TAN = 15 "Tan",
    ASIN = 16 "Asin",
    ACOS = 17 "Acos",
    ATAN = 18 "Atan",
    SINH = 19 "Sinh",
    COSH = 20 "Cosh",
    TANH = 21 "Tanh",
    ASINH = 22 "Asinh",
    ACOSH = 23 "Acosh",
    ATANH = 24 "Atanh",
    ATAN2 = 25 "Atan2",
    POW = 26 "Pow",
    EXP = 27 "Exp",
    LOG = 28 "Log",
    EXP2 = 29 "Exp2",
    LOG2 = 30 "Log2",
    SQRT = 31 "Sqrt",
    INVERSE_SQRT = 32 "InverseSqrt",
    DETERMINANT = 33 "Determinant",
    MATRIX_INVERSE = 34 "MatrixInverse",
    MODF_STRUCT = 36 "ModfStruct",
    F_MIN = 37 "FMin",
    U_MIN = 38 "UMin",
    S_MIN = 39 "SMin",
    F_MAX = 40 "FMax",
    U_MAX = 41 "UMax",
    S_MAX = 42 "SMax",
    F_CLAMP = 43 "FClamp",
    U_CLAMP = 44 "UClamp",
    S_CLAMP = 45 "SClamp",
    F_MIX = 46 "FMix",
    STEP = 48 "Step",
    SMOOTH_STEP = 49 "SmoothStep",
    FMA = 50 "Fma",
    FREXP_STRUCT = 52 "FrexpStruct",
    LDEXP = 53 "Ldexp",
    LENGTH = 66 "Length",
    DISTANCE = 67 "Distance",
    CROSS = 68 "Cross",
    NORMALIZE = 69 "Normalize",
    FACE_FORWARD = 70 "FaceForward",
    REFLECT = 71 "Reflect",
    REFRACT = 72 "Refract",
    FIND_I_LSB = 73 "FindILsb",
    FIND_S_MSB = 74 "FindSMsb",
    FIND_U_MSB = 75 "FindUMsb",
}

#[cfg(test)]
mod tests {
    use crate::grammar::{extended_set, extended_set_named};

    #[test]
    fn instructions_match_the_grammar() {
        let set = extended_set_named(super::SET).and_then(extended_set);
        let set = set.expect("the grammar has the set");
        for &(number, spelling) in super::ALL {
            let found = set.named(spelling).expect("the grammar has the instruction");
            assert_eq!(found.number, number, "{spelling}");
        }
    }
}
