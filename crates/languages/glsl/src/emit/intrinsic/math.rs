//! Angles, exponents, common functions and geometry.

use glassbox_spirv::build::{Id, glsl, op, value::capability};

use super::super::Emitter;
use super::Call;
use crate::types::Scalar;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn math(&mut self, call: Call<'_>) -> Option<Id> {
        if let Some(instruction) = unary(call.intrinsic) {
            let operands = self.argument_values(call);
            return Some(self.glsl_of(call, instruction, &operands));
        }
        if let Some(instruction) = by_kind(call.intrinsic, self.operand_scalar(call)) {
            let operands = self.widened(call);
            return Some(self.glsl_of(call, instruction, &operands));
        }
        Some(match call.intrinsic {
            Intrinsic::Atan => {
                let operands = self.argument_values(call);
                let instruction = if operands.len() == 2 { glsl::ATAN2 } else { glsl::ATAN };
                self.glsl_of(call, instruction, &operands)
            }
            Intrinsic::Mod => {
                let operands = self.widened(call);
                self.operation(call, op::F_MOD, &operands)
            }
            Intrinsic::Mix => self.mix(call),
            Intrinsic::Dot => self.dot(call),
            Intrinsic::Modf => self.modf(call),
            Intrinsic::Frexp => self.frexp(call),
            Intrinsic::Noise1 | Intrinsic::Noise2 | Intrinsic::Noise3 | Intrinsic::Noise4 => {
                // Implementations give 0, which the language allows.
                call.arguments.iter().for_each(|argument| {
                    self.value(*argument);
                });
                let ty = self.ty(call.ty);
                self.module.constant_null(ty)
            }
            _ => return None,
        })
    }

    /// An instruction of `GLSL.std.450` that gives the result of a call.
    pub(super) fn glsl_of(&mut self, call: Call<'_>, instruction: u32, operands: &[Id]) -> Id {
        let ty = self.ty(call.ty);
        self.glsl(instruction, ty, operands)
    }

    /// Values of the arguments, scalars repeated to the number of components of the result.
    fn widened(&mut self, call: Call<'_>) -> Vec<Id> {
        let mut values = Vec::with_capacity(call.arguments.len());
        for argument in call.arguments {
            let value = self.value(*argument);
            let ty = self.program.expression(*argument).ty;
            let is_narrow = ty.is_scalar() && !call.ty.is_scalar();
            values.push(if is_narrow { self.splat(call.ty, value) } else { value });
        }
        values
    }

    fn mix(&mut self, call: Call<'_>) -> Id {
        let mut operands = self.widened(call);
        if self.component_of(self.argument_type(call, 2)) == Some(Scalar::Bool) {
            operands.reverse();
            return self.operation(call, op::SELECT, &operands);
        }
        self.glsl_of(call, glsl::F_MIX, &operands)
    }

    fn dot(&mut self, call: Call<'_>) -> Id {
        let operands = self.argument_values(call);
        let opcode = if self.argument_type(call, 0).is_scalar() { op::F_MUL } else { op::DOT };
        if opcode == op::DOT && self.operand_scalar(call) == Scalar::BFloat16 {
            self.module.capability(capability::B_FLOAT16_DOT_PRODUCT_KHR);
        }
        self.operation(call, opcode, &operands)
    }

    fn modf(&mut self, call: Call<'_>) -> Id {
        let value = self.argument(call, 0);
        let pair = self.pair_type(call.ty, call.ty);
        let pair = self.glsl(glsl::MODF_STRUCT, pair, &[value]);
        let (fraction, whole) = self.pair(pair, call.ty, call.ty);
        self.store_argument(call, 1, whole);
        fraction
    }

    fn frexp(&mut self, call: Call<'_>) -> Id {
        let value = self.argument(call, 0);
        let wanted = self.argument_type(call, 1);
        // The instruction gives exponents of 32 bits.
        let given = self.type_with_component(wanted, Scalar::Int);
        let members = [self.ty(call.ty), given];
        let pair = self.module.structure(&members);
        let pair = self.glsl(glsl::FREXP_STRUCT, pair, &[value]);
        let significand = self.extract(pair, call.ty, 0);
        let exponent = self.module.value_with(op::COMPOSITE_EXTRACT, given, &[pair], &[1]);
        let wide = self.component_of(wanted).is_none_or(|scalar| scalar == Scalar::Int);
        let exponent = if wide {
            exponent
        } else {
            let ty = self.ty(wanted);
            self.module.value(op::S_CONVERT, ty, &[exponent])
        };
        self.store_argument(call, 1, exponent);
        significand
    }
}

/// Functions that are one instruction with the arguments as they are.
fn unary(intrinsic: Intrinsic) -> Option<u32> {
    Some(match intrinsic {
        Intrinsic::Radians => glsl::RADIANS,
        Intrinsic::Degrees => glsl::DEGREES,
        Intrinsic::Sin => glsl::SIN,
        Intrinsic::Cos => glsl::COS,
        Intrinsic::Tan => glsl::TAN,
        Intrinsic::Asin => glsl::ASIN,
        Intrinsic::Acos => glsl::ACOS,
        Intrinsic::Sinh => glsl::SINH,
        Intrinsic::Cosh => glsl::COSH,
        Intrinsic::Tanh => glsl::TANH,
        Intrinsic::Asinh => glsl::ASINH,
        Intrinsic::Acosh => glsl::ACOSH,
        Intrinsic::Atanh => glsl::ATANH,
        Intrinsic::Pow => glsl::POW,
        Intrinsic::Exp => glsl::EXP,
        Intrinsic::Log => glsl::LOG,
        Intrinsic::Exp2 => glsl::EXP2,
        Intrinsic::Log2 => glsl::LOG2,
        Intrinsic::Sqrt => glsl::SQRT,
        Intrinsic::Inversesqrt => glsl::INVERSE_SQRT,
        Intrinsic::Floor => glsl::FLOOR,
        Intrinsic::Ceil => glsl::CEIL,
        Intrinsic::Fract => glsl::FRACT,
        Intrinsic::Trunc => glsl::TRUNC,
        Intrinsic::Round => glsl::ROUND,
        Intrinsic::RoundEven => glsl::ROUND_EVEN,
        Intrinsic::Fma => glsl::FMA,
        Intrinsic::Ldexp => glsl::LDEXP,
        Intrinsic::Length => glsl::LENGTH,
        Intrinsic::Distance => glsl::DISTANCE,
        Intrinsic::Cross => glsl::CROSS,
        Intrinsic::Normalize => glsl::NORMALIZE,
        Intrinsic::Faceforward => glsl::FACE_FORWARD,
        Intrinsic::Reflect => glsl::REFLECT,
        Intrinsic::Refract => glsl::REFRACT,
        _ => return None,
    })
}

/// Functions whose instruction depends on the kind of number. Scalars among vectors are repeated.
fn by_kind(intrinsic: Intrinsic, scalar: Scalar) -> Option<u32> {
    let [float, signed, unsigned] = match intrinsic {
        Intrinsic::Abs => [glsl::F_ABS, glsl::S_ABS, glsl::S_ABS],
        Intrinsic::Sign => [glsl::F_SIGN, glsl::S_SIGN, glsl::S_SIGN],
        Intrinsic::Min => [glsl::F_MIN, glsl::S_MIN, glsl::U_MIN],
        Intrinsic::Max => [glsl::F_MAX, glsl::S_MAX, glsl::U_MAX],
        Intrinsic::Clamp => [glsl::F_CLAMP, glsl::S_CLAMP, glsl::U_CLAMP],
        Intrinsic::Step => [glsl::STEP; 3],
        Intrinsic::Smoothstep => [glsl::SMOOTH_STEP; 3],
        _ => return None,
    };
    Some(if scalar.is_float() {
        float
    } else if scalar.is_signed() {
        signed
    } else {
        unsigned
    })
}
