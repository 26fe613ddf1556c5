//! Emits calls of built-in functions.
//!
//! Facts: VSL brief, section 10.

use glassbox_spirv::build::{Id, glsl, op};

use super::Emitter;
use crate::model::Place;
use crate::types::{Scalar, ValueType};
use crate::vocabulary::functions::Function;

/// Lowering of a function.
enum Lowering {
    /// An instruction of `GLSL.std.450`; scalar arguments are widened to the shape of the result.
    Extended(u32),
    /// An instruction of `GLSL.std.450`; arguments stay unchanged.
    Unchanged(u32),
    /// Instructions of `GLSL.std.450` for int, uint and float.
    Numbers([u32; 3]),
    /// A core instruction, applied as `Extended` is.
    Core(u16),
    /// Lowered by code below.
    Own,
}

fn lowering(function: Function) -> Lowering {
    use Function::*;
    use Lowering::{Core, Extended, Numbers, Own, Unchanged};
    match function {
        Acos => Extended(glsl::ACOS),
        Asin => Extended(glsl::ASIN),
        Atan => Extended(glsl::ATAN),
        Acosh => Extended(glsl::ACOSH),
        Asinh => Extended(glsl::ASINH),
        Atanh => Extended(glsl::ATANH),
        Atan2 => Extended(glsl::ATAN2),
        Cos => Extended(glsl::COS),
        Sin => Extended(glsl::SIN),
        Tan => Extended(glsl::TAN),
        Cosh => Extended(glsl::COSH),
        Sinh => Extended(glsl::SINH),
        Tanh => Extended(glsl::TANH),
        Deg2Rad => Extended(glsl::RADIANS),
        Rad2Deg => Extended(glsl::DEGREES),
        Abs => Numbers([glsl::S_ABS, glsl::S_ABS, glsl::F_ABS]),
        Ceil => Extended(glsl::CEIL),
        Floor => Extended(glsl::FLOOR),
        Fract => Extended(glsl::FRACT),
        Trunc => Extended(glsl::TRUNC),
        Round => Extended(glsl::ROUND),
        RoundEven => Extended(glsl::ROUND_EVEN),
        Clamp => Numbers([glsl::S_CLAMP, glsl::U_CLAMP, glsl::F_CLAMP]),
        Exp => Extended(glsl::EXP),
        Exp2 => Extended(glsl::EXP2),
        Log => Extended(glsl::LOG),
        Log2 => Extended(glsl::LOG2),
        Sqrt => Extended(glsl::SQRT),
        InverseSqrt => Extended(glsl::INVERSE_SQRT),
        Fma => Extended(glsl::FMA),
        IsInf => Core(op::IS_INF),
        IsNan => Core(op::IS_NAN),
        Max => Numbers([glsl::S_MAX, glsl::U_MAX, glsl::F_MAX]),
        Min => Numbers([glsl::S_MIN, glsl::U_MIN, glsl::F_MIN]),
        Mod => Core(op::F_MOD),
        Pow => Extended(glsl::POW),
        Sign => Numbers([glsl::S_SIGN, glsl::S_SIGN, glsl::F_SIGN]),
        SmoothStep => Extended(glsl::SMOOTH_STEP),
        Step => Extended(glsl::STEP),
        Ldexp => Extended(glsl::LDEXP),
        Cross => Extended(glsl::CROSS),
        Distance => Unchanged(glsl::DISTANCE),
        Length => Unchanged(glsl::LENGTH),
        FaceForward => Extended(glsl::FACE_FORWARD),
        Normalize => Extended(glsl::NORMALIZE),
        Reflect => Extended(glsl::REFLECT),
        Refract => Unchanged(glsl::REFRACT),
        BitCount => Core(op::BIT_COUNT),
        FindLsb => Extended(glsl::FIND_I_LSB),
        FindMsb => Numbers([glsl::FIND_S_MSB, glsl::FIND_U_MSB, glsl::FIND_S_MSB]),
        Determinant => Unchanged(glsl::DETERMINANT),
        Inverse => Unchanged(glsl::MATRIX_INVERSE),
        OuterProd => Core(op::OUTER_PRODUCT),
        Transpose => Core(op::TRANSPOSE),
        Mix | Modf | Frexp | BitCastInt | BitCastUint | BitCastFloat | Dot | All | Any | MatCompMul
        // Separate expression kinds in the model.
        | TexelFetch | LevelsOf | SizeOf => Own,
    }
}

impl Emitter<'_, '_> {
    /// Emits a call; its arguments have the types of a signature.
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &[(Id, ValueType)],
        output: Option<&Place>,
        ty: ValueType,
    ) -> Id {
        let [first, ..] = *arguments else {
            return self.filled(ty, 0);
        };
        let id = self.ty(ty);
        match lowering(function) {
            Lowering::Extended(instruction) => {
                let operands = self.spread(arguments, ty);
                self.glsl(instruction, id, &operands)
            }
            Lowering::Unchanged(instruction) => {
                let operands: Vec<Id> = arguments.iter().map(|&(value, _)| value).collect();
                self.glsl(instruction, id, &operands)
            }
            Lowering::Numbers([int, uint, float]) => {
                let instruction = match first.1.scalar {
                    Scalar::Uint => uint,
                    Scalar::Float => float,
                    Scalar::Int | Scalar::Bool => int,
                };
                let operands = self.spread(arguments, ty);
                self.glsl(instruction, id, &operands)
            }
            Lowering::Core(opcode) => {
                let operands = self.spread(arguments, ty);
                self.module.value(opcode, id, &operands)
            }
            Lowering::Own => self.own(function, arguments, first, output, ty),
        }
    }

    /// Widens scalar arguments to a vector result's shape.
    fn spread(&mut self, arguments: &[(Id, ValueType)], ty: ValueType) -> Vec<Id> {
        let widen = |&(value, argument): &(Id, ValueType)| {
            if argument.is_scalar() && ty.is_vector() {
                self.splat(value, ty.of(argument.scalar))
            } else {
                value
            }
        };
        arguments.iter().map(widen).collect()
    }

    fn own(
        &mut self,
        function: Function,
        arguments: &[(Id, ValueType)],
        first: (Id, ValueType),
        output: Option<&Place>,
        ty: ValueType,
    ) -> Id {
        let id = self.ty(ty);
        match function {
            Function::Mix => {
                let by = arguments.get(2).map_or(Scalar::Float, |by| by.1.scalar);
                let operands = self.spread(arguments, ty);
                match operands.as_slice() {
                    &[no, yes, by_value] if by == Scalar::Bool => {
                        self.module.value(op::SELECT, id, &[by_value, yes, no])
                    }
                    operands => self.glsl(glsl::F_MIX, id, operands),
                }
            }
            Function::Modf => self.split(glsl::MODF_STRUCT, first, ty, output),
            Function::Frexp => self.split(glsl::FREXP_STRUCT, first, ty.of(Scalar::Int), output),
            Function::BitCastInt | Function::BitCastUint | Function::BitCastFloat => {
                if first.1 == ty {
                    return first.0;
                }
                self.module.value(op::BITCAST, id, &[first.0])
            }
            Function::Dot => {
                let second = arguments.get(1).map_or(first.0, |second| second.0);
                let opcode = if first.1.is_scalar() { op::F_MUL } else { op::DOT };
                self.module.value(opcode, id, &[first.0, second])
            }
            Function::All | Function::Any => {
                if first.1.is_scalar() {
                    return first.0;
                }
                let opcode = if function == Function::All { op::ALL } else { op::ANY };
                self.module.value(opcode, id, &[first.0])
            }
            Function::MatCompMul => {
                let second = arguments.get(1).copied().unwrap_or(first);
                // Componentwise as in addition, not linear algebra.
                self.by_columns(ty, |emitter, number| {
                    let operands = [first, second].map(|(value, side)| emitter.extract(value, side, number));
                    let id = emitter.ty(ty.element());
                    emitter.module.value(op::F_MUL, id, &operands)
                })
            }
            _ => first.0,
        }
    }

    /// Emits an instruction with two results: returns the first, stores the second.
    fn split(
        &mut self,
        instruction: u32,
        argument: (Id, ValueType),
        second: ValueType,
        output: Option<&Place>,
    ) -> Id {
        let members = [self.ty(argument.1), self.ty(second)];
        let pair = self.module.structure(&members);
        let both = self.glsl(instruction, pair, &[argument.0]);
        let [value, stored] = [0, 1].map(|member: u32| {
            self.module.value_with(op::COMPOSITE_EXTRACT, members[member as usize], &[both], &[member])
        });
        if let Some(place) = output {
            let place = self.resolve(place);
            self.store(&place, stored);
        }
        value
    }
}
