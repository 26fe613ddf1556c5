//! Spells the functions of `GLSL.std.450`.

use glassbox_spirv::build::glsl;

use super::Msl;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, PRODUCT, SUM, Scalar, Sign, UNARY, Writer};
use crate::tree::Node;

/// Functions that MSL has.
static TABLE: &[(u32, &str, Sign)] = &[
    (glsl::ROUND, "round", Sign::Own),
    (glsl::ROUND_EVEN, "rint", Sign::Own),
    (glsl::TRUNC, "trunc", Sign::Own),
    (glsl::F_ABS, "abs", Sign::Own),
    (glsl::S_ABS, "abs", Sign::Signed),
    (glsl::F_SIGN, "sign", Sign::Own),
    (glsl::FLOOR, "floor", Sign::Own),
    (glsl::CEIL, "ceil", Sign::Own),
    (glsl::FRACT, "fract", Sign::Own),
    (glsl::SIN, "sin", Sign::Own),
    (glsl::COS, "cos", Sign::Own),
    (glsl::TAN, "tan", Sign::Own),
    (glsl::ASIN, "asin", Sign::Own),
    (glsl::ACOS, "acos", Sign::Own),
    (glsl::ATAN, "atan", Sign::Own),
    (glsl::SINH, "sinh", Sign::Own),
    (glsl::COSH, "cosh", Sign::Own),
    (glsl::TANH, "tanh", Sign::Own),
    (glsl::ASINH, "asinh", Sign::Own),
    (glsl::ACOSH, "acosh", Sign::Own),
    (glsl::ATANH, "atanh", Sign::Own),
    (glsl::ATAN2, "atan2", Sign::Own),
    (glsl::POW, "pow", Sign::Own),
    (glsl::EXP, "exp", Sign::Own),
    (glsl::LOG, "log", Sign::Own),
    (glsl::EXP2, "exp2", Sign::Own),
    (glsl::LOG2, "log2", Sign::Own),
    (glsl::SQRT, "sqrt", Sign::Own),
    (glsl::INVERSE_SQRT, "rsqrt", Sign::Own),
    (glsl::DETERMINANT, "determinant", Sign::Own),
    (glsl::MODF, "modf", Sign::Own),
    (glsl::MODF_STRUCT, "modf", Sign::Own),
    (glsl::F_MIN, "min", Sign::Own),
    (glsl::U_MIN, "min", Sign::Unsigned),
    (glsl::S_MIN, "min", Sign::Signed),
    (glsl::F_MAX, "max", Sign::Own),
    (glsl::U_MAX, "max", Sign::Unsigned),
    (glsl::S_MAX, "max", Sign::Signed),
    (glsl::F_CLAMP, "clamp", Sign::Own),
    (glsl::U_CLAMP, "clamp", Sign::Unsigned),
    (glsl::S_CLAMP, "clamp", Sign::Signed),
    (glsl::F_MIX, "mix", Sign::Own),
    (glsl::STEP, "step", Sign::Own),
    (glsl::SMOOTH_STEP, "smoothstep", Sign::Own),
    (glsl::FMA, "fma", Sign::Own),
    (glsl::FREXP, "frexp", Sign::Own),
    (glsl::FREXP_STRUCT, "frexp", Sign::Own),
    (glsl::LDEXP, "ldexp", Sign::Own),
    (glsl::PACK_SNORM4X8, "pack_float_to_snorm4x8", Sign::Own),
    (glsl::PACK_UNORM4X8, "pack_float_to_unorm4x8", Sign::Own),
    (glsl::PACK_SNORM2X16, "pack_float_to_snorm2x16", Sign::Own),
    (glsl::PACK_UNORM2X16, "pack_float_to_unorm2x16", Sign::Own),
    (glsl::UNPACK_SNORM2X16, "unpack_snorm2x16_to_float", Sign::Unsigned),
    (glsl::UNPACK_UNORM2X16, "unpack_unorm2x16_to_float", Sign::Unsigned),
    (glsl::UNPACK_SNORM4X8, "unpack_snorm4x8_to_float", Sign::Unsigned),
    (glsl::UNPACK_UNORM4X8, "unpack_unorm4x8_to_float", Sign::Unsigned),
    (glsl::LENGTH, "length", Sign::Own),
    (glsl::DISTANCE, "distance", Sign::Own),
    (glsl::CROSS, "cross", Sign::Own),
    (glsl::NORMALIZE, "normalize", Sign::Own),
    (glsl::FACE_FORWARD, "faceforward", Sign::Own),
    (glsl::REFLECT, "reflect", Sign::Own),
    (glsl::REFRACT, "refract", Sign::Own),
    (glsl::N_MIN, "fmin", Sign::Own),
    (glsl::N_MAX, "fmax", Sign::Own),
];

impl Writer<'_, '_, Msl> {
    /// Writes a function of `GLSL.std.450`.
    pub(super) fn library_call(&mut self, number: u32, operation: &Operation<'_>) {
        if self.own_function(number, operation) {
            return;
        }
        if matches!(number, glsl::MODF | glsl::FREXP)
            && let Some(place) = operation.operands.get(1)
        {
            // Metal's function writes to variables of the thread alone.
            match (number, self.memory_space(*place)) {
                (glsl::MODF, Some("device")) => {
                    return self.helper_call("modf_device", Sign::Own, operation.operands);
                }
                (glsl::MODF, Some(_)) => {
                    return self.helper_call("modf_threadgroup", Sign::Own, operation.operands);
                }
                (_, Some(_)) => self.refuse(
                    Reason::Instruction,
                    "frexp writes to variables of the thread alone in MSL; use one, and copy it",
                ),
                (_, None) => self.check_reference(*place),
            }
        }
        let row = TABLE.iter().find(|row| row.0 == number);
        let Some(&(_, name, sign)) = row else {
            self.refuse(Reason::Instruction, "an instruction of GLSL.std.450 cannot be written in MSL");
            return;
        };
        self.as_type(operation.ty, sign, operation.needed, POSTFIX, |writer| {
            writer.integer_call(name, sign, operation.operands);
        });
    }

    /// Writes a call whose operands are read with a sign.
    pub(super) fn integer_call(&mut self, name: &str, sign: Sign, operands: &[Node]) {
        self.out.push_str(name);
        self.out.push('(');
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.integer(*operand, sign, ANY);
        }
        self.out.push(')');
    }

    /// Writes a call of a function that the text then contains.
    pub(super) fn helper_call(&mut self, name: &str, sign: Sign, operands: &[Node]) {
        self.require_helper(name);
        self.integer_call(name, sign, operands);
    }

    /// Writes functions that MSL has not, or has under other rules; false for others.
    fn own_function(&mut self, number: u32, operation: &Operation<'_>) -> bool {
        let &Operation { ty, operands, needed, .. } = operation;
        match (number, operands) {
            (glsl::RADIANS, &[x]) => self.scaled(x, "0.017453292", needed),
            (glsl::DEGREES, &[x]) => self.scaled(x, "57.29578", needed),
            (glsl::S_SIGN, _) => self.signed_helper("sign_of", Sign::Signed, operation),
            (glsl::FIND_I_LSB, _) => {
                let sign = self.sign(self.tree.node(operands[0]).ty);
                self.signed_helper("find_lsb", sign, operation);
            }
            (glsl::FIND_U_MSB, _) => self.signed_helper("find_msb", Sign::Unsigned, operation),
            (glsl::FIND_S_MSB, _) => self.signed_helper("find_signed_msb", Sign::Signed, operation),
            (glsl::MATRIX_INVERSE, _) => match self.module.component_count(ty) {
                Some(count @ 2..=4) if self.scalar(ty) == Some(Scalar::Float(32)) => {
                    self.helper_call(&format!("inverse{count}"), Sign::Own, operands);
                }
                _ => self.lacks(Reason::Instruction, "the inverse of a matrix of halves"),
            },
            (glsl::N_CLAMP, &[x, low, high]) => {
                self.out.push_str("fmin(fmax(");
                self.expr(x, ANY);
                self.out.push_str(", ");
                self.expr(low, ANY);
                self.out.push_str("), ");
                self.expr(high, ANY);
                self.out.push(')');
            }
            (glsl::PACK_HALF2X16, &[x]) => {
                self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| {
                    writer.out.push_str("as_type<uint>(half2(");
                    writer.expr(x, ANY);
                    writer.out.push_str("))");
                });
            }
            (glsl::UNPACK_HALF2X16, &[x]) => {
                self.out.push_str("float2(as_type<half2>(");
                self.expr(x, ANY);
                self.out.push_str("))");
            }
            (glsl::LENGTH | glsl::NORMALIZE, _) if self.tree.size(operands[0]) == 1 => {
                self.call(if number == glsl::LENGTH { "abs" } else { "sign" }, operands);
            }
            (glsl::DISTANCE, &[x, y]) if self.tree.size(x) == 1 => {
                self.out.push_str("abs(");
                self.expr(x, SUM);
                self.out.push_str(" - ");
                self.expr(y, SUM + 1);
                self.out.push(')');
            }
            (glsl::REFLECT | glsl::REFRACT | glsl::FACE_FORWARD, _) if self.tree.size(operands[0]) == 1 => {
                let name = match number {
                    glsl::REFLECT => "reflect_scalar",
                    glsl::REFRACT => "refract_scalar",
                    _ => "faceforward_scalar",
                };
                self.helper_call(name, Sign::Own, operands);
            }
            (glsl::LDEXP, &[x, exponent]) => {
                self.out.push_str("ldexp(");
                self.expr(x, ANY);
                self.out.push_str(", ");
                self.integer(exponent, Sign::Signed, ANY);
                self.out.push(')');
            }
            (
                glsl::INTERPOLATE_AT_CENTROID | glsl::INTERPOLATE_AT_SAMPLE | glsl::INTERPOLATE_AT_OFFSET,
                _,
            ) => self.refuse(Reason::Instruction, "inputs cannot be interpolated elsewhere in MSL yet"),
            _ => return false,
        }
        true
    }

    fn signed_helper(&mut self, name: &str, sign: Sign, operation: &Operation<'_>) {
        self.as_type(operation.ty, sign, operation.needed, POSTFIX, |writer| {
            writer.helper_call(name, sign, operation.operands);
        });
    }

    fn scaled(&mut self, x: Node, factor: &str, needed: u8) {
        self.parenthesized(PRODUCT, needed, |writer| {
            writer.expr(x, UNARY);
            writer.out.push_str(" * ");
            writer.out.push_str(factor);
        });
    }
}
