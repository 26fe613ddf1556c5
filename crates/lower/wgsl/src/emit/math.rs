//! Built-in functions of numbers.

use glassbox_spirv::build::{Id, glsl, op};
use naga::{MathFunction, Scalar, ScalarKind, TypeInner};

use super::expression::{Argument, Wanted};
use super::types::{Shape, expect_shape, shape};
use super::{Mode, Said, Writer};

/// The instruction of a function that takes its arguments as they are; by kind of number for signed, unsigned and float.
const fn instruction(function: MathFunction, kind: ScalarKind) -> Option<u32> {
    use MathFunction as Math;
    use ScalarKind::{Float, Sint, Uint};

    Some(match (function, kind) {
        (Math::Abs, Float) => glsl::F_ABS,
        (Math::Abs, Sint) => glsl::S_ABS,
        (Math::Min, Float) => glsl::F_MIN,
        (Math::Min, Sint) => glsl::S_MIN,
        (Math::Min, Uint) => glsl::U_MIN,
        (Math::Max, Float) => glsl::F_MAX,
        (Math::Max, Sint) => glsl::S_MAX,
        (Math::Max, Uint) => glsl::U_MAX,
        (Math::Clamp, Float) => glsl::F_CLAMP,
        (Math::Sign, Float) => glsl::F_SIGN,
        (Math::Sign, Sint) => glsl::S_SIGN,
        (Math::FirstLeadingBit, Sint) => glsl::FIND_S_MSB,
        (Math::FirstLeadingBit, Uint) => glsl::FIND_U_MSB,
        (Math::FirstTrailingBit, _) => glsl::FIND_I_LSB,
        (Math::Cos, _) => glsl::COS,
        (Math::Cosh, _) => glsl::COSH,
        (Math::Sin, _) => glsl::SIN,
        (Math::Sinh, _) => glsl::SINH,
        (Math::Tan, _) => glsl::TAN,
        (Math::Tanh, _) => glsl::TANH,
        (Math::Acos, _) => glsl::ACOS,
        (Math::Asin, _) => glsl::ASIN,
        (Math::Atan, _) => glsl::ATAN,
        (Math::Atan2, _) => glsl::ATAN2,
        (Math::Asinh, _) => glsl::ASINH,
        (Math::Acosh, _) => glsl::ACOSH,
        (Math::Atanh, _) => glsl::ATANH,
        (Math::Radians, _) => glsl::RADIANS,
        (Math::Degrees, _) => glsl::DEGREES,
        (Math::Ceil, _) => glsl::CEIL,
        (Math::Floor, _) => glsl::FLOOR,
        (Math::Round, _) => glsl::ROUND_EVEN,
        (Math::Fract, _) => glsl::FRACT,
        (Math::Trunc, _) => glsl::TRUNC,
        (Math::Modf, _) => glsl::MODF_STRUCT,
        (Math::Frexp, _) => glsl::FREXP_STRUCT,
        (Math::Ldexp, _) => glsl::LDEXP,
        (Math::Exp, _) => glsl::EXP,
        (Math::Exp2, _) => glsl::EXP2,
        (Math::Log, _) => glsl::LOG,
        (Math::Log2, _) => glsl::LOG2,
        (Math::Pow, _) => glsl::POW,
        (Math::Cross, _) => glsl::CROSS,
        (Math::Distance, _) => glsl::DISTANCE,
        (Math::Length, _) => glsl::LENGTH,
        (Math::Normalize, _) => glsl::NORMALIZE,
        (Math::FaceForward, _) => glsl::FACE_FORWARD,
        (Math::Reflect, _) => glsl::REFLECT,
        (Math::Refract, _) => glsl::REFRACT,
        (Math::Fma, _) => glsl::FMA,
        (Math::Step, _) => glsl::STEP,
        (Math::SmoothStep, _) => glsl::SMOOTH_STEP,
        (Math::Sqrt, _) => glsl::SQRT,
        (Math::InverseSqrt, _) => glsl::INVERSE_SQRT,
        (Math::Inverse, _) => glsl::MATRIX_INVERSE,
        (Math::Determinant, _) => glsl::DETERMINANT,
        (Math::Pack4x8snorm, _) => glsl::PACK_SNORM4X8,
        (Math::Pack4x8unorm, _) => glsl::PACK_UNORM4X8,
        (Math::Pack2x16snorm, _) => glsl::PACK_SNORM2X16,
        (Math::Pack2x16unorm, _) => glsl::PACK_UNORM2X16,
        (Math::Pack2x16float, _) => glsl::PACK_HALF2X16,
        (Math::Unpack4x8snorm, _) => glsl::UNPACK_SNORM4X8,
        (Math::Unpack4x8unorm, _) => glsl::UNPACK_UNORM4X8,
        (Math::Unpack2x16snorm, _) => glsl::UNPACK_SNORM2X16,
        (Math::Unpack2x16unorm, _) => glsl::UNPACK_UNORM2X16,
        (Math::Unpack2x16float, _) => glsl::UNPACK_HALF2X16,
        _ => return None,
    })
}

impl<'m> Writer<'m> {
    pub(super) fn math(
        &mut self,
        function: MathFunction,
        arguments: &[Argument<'m>],
        (_, ty): Wanted<'m>,
    ) -> Said<Id> {
        use MathFunction as Math;

        let ids: Vec<Id> = arguments.iter().map(|argument| argument.id).collect();
        let Some(first) = arguments.first() else { return super::unexpected("a function without arguments") };
        let kind = match *first.inner {
            TypeInner::Matrix { scalar, .. } => scalar.kind,
            ref inner => expect_shape(inner)?.scalar.kind,
        };
        let id = match function {
            _ if self.mode == Mode::Constant => return self.constant_math(function, arguments, ty),
            Math::Abs if kind == ScalarKind::Uint => first.id,
            Math::Clamp if kind != ScalarKind::Float => {
                let (max, min) = if kind == ScalarKind::Sint {
                    (glsl::S_MAX, glsl::S_MIN)
                } else {
                    (glsl::U_MAX, glsl::U_MIN)
                };
                // The bounds may cross, which the instruction for both leaves open.
                let raised = self.extended(max, ty, &[ids[0], ids[1]]);
                self.extended(min, ty, &[raised, ids[2]])
            }
            Math::Saturate => {
                let shape = expect_shape(first.inner)?;
                let (zero, one) = (self.wholes(shape, 0), self.wholes(shape, 1));
                self.extended(glsl::F_CLAMP, ty, &[first.id, zero, one])
            }
            Math::Mix => {
                let shape = expect_shape(first.inner)?;
                let [from, to, at] = ids[..] else { return super::unexpected("`mix`") };
                let is_scalar = arguments
                    .get(2)
                    .and_then(|at| super::types::shape(at.inner))
                    .is_some_and(|at| at.size.is_none());
                let at = if is_scalar { self.splat(shape, at) } else { at };
                self.extended(glsl::F_MIX, ty, &[from, to, at])
            }
            Math::Dot if kind == ScalarKind::Float => self.emit(op::DOT, ty, &ids, &[]),
            Math::Dot => self.integer_dot(expect_shape(first.inner)?, &ids, ty),
            Math::Outer => self.emit(op::OUTER_PRODUCT, ty, &ids, &[]),
            Math::Transpose => self.emit(op::TRANSPOSE, ty, &ids, &[]),
            Math::QuantizeToF16 => self.emit(op::QUANTIZE_TO_F16, ty, &ids, &[]),
            Math::ReverseBits => self.emit(op::BIT_REVERSE, ty, &ids, &[]),
            Math::CountOneBits => self.emit(op::BIT_COUNT, ty, &ids, &[]),
            Math::CountTrailingZeros | Math::CountLeadingZeros => {
                self.count_zeros(function, first.id, expect_shape(first.inner)?)
            }
            Math::ExtractBits | Math::InsertBits => {
                self.field_of_bits(function, &ids, expect_shape(first.inner)?.scalar.kind, ty)?
            }
            Math::Dot4I8Packed | Math::Dot4U8Packed => self.packed_dot(function, &ids, ty)?,
            Math::Pack4xI8 | Math::Pack4xU8 | Math::Pack4xI8Clamp | Math::Pack4xU8Clamp => {
                self.pack_bytes(function, first.id, ty)
            }
            Math::Unpack4xI8 | Math::Unpack4xU8 => self.unpack_bytes(function, first.id, ty),
            _ => match instruction(function, kind) {
                Some(number) => self.extended(number, ty, &ids),
                None => return super::unexpected("a function of a number that it does not take"),
            },
        };
        Ok(id)
    }

    /// The sum of the products of integers.
    fn integer_dot(&mut self, shape: Shape, ids: &[Id], ty: Id) -> Id {
        let vector = self.shape(shape);
        let product = self.emit(op::I_MUL, vector, ids, &[]);
        let count = shape.size.map_or(1, u32::from);
        let parts: Vec<Id> =
            (0..count).map(|index| self.emit(op::COMPOSITE_EXTRACT, ty, &[product], &[index])).collect();
        self.sum(&parts, ty)
    }

    /// The sum of integers.
    pub(super) fn sum(&mut self, parts: &[Id], ty: Id) -> Id {
        let mut sum = parts.first().copied();
        for part in parts.iter().skip(1) {
            sum = sum.map(|sum| self.emit(op::I_ADD, ty, &[sum, *part], &[]));
        }
        sum.unwrap_or_else(|| self.builder.constant_null(ty))
    }

    /// Functions of integers as operations on constants.
    fn constant_math(&mut self, function: MathFunction, arguments: &[Argument<'m>], ty: Id) -> Said<Id> {
        use MathFunction as Math;
        use ScalarKind::{Sint, Uint};

        let Some(first) = arguments.first() else { return super::unexpected("a function without arguments") };
        let shape = match shape(first.inner) {
            Some(shape) if matches!(shape.scalar.kind, Sint | Uint) => shape,
            _ => {
                self.is_stuck = true;
                return Ok(self.builder.constant_null(ty));
            }
        };
        let ids: Vec<Id> = arguments.iter().map(|argument| argument.id).collect();
        Ok(match (function, ids.as_slice()) {
            (Math::Min, [a, b]) => self.chosen(shape, *a, *b, true),
            (Math::Max, [a, b]) => self.chosen(shape, *a, *b, false),
            (Math::Clamp, [value, least, most]) => {
                let raised = self.chosen(shape, *value, *least, false);
                self.chosen(shape, raised, *most, true)
            }
            (Math::Abs, [value]) if shape.scalar.kind == Uint => *value,
            (Math::Abs, [value]) => {
                let negated = self.emit(op::S_NEGATE, ty, &[*value], &[]);
                self.chosen(shape, *value, negated, false)
            }
            _ => {
                self.is_stuck = true;
                self.builder.constant_null(ty)
            }
        })
    }

    /// The lesser or the greater of two integers, by comparison.
    fn chosen(&mut self, shape: Shape, a: Id, b: Id, is_least: bool) -> Id {
        let truth = self.shape(shape.with(Scalar { kind: ScalarKind::Bool, width: 1 }));
        let ty = self.shape(shape);
        let opcode = match (shape.scalar.kind, is_least) {
            (ScalarKind::Sint, true) => op::S_LESS_THAN,
            (ScalarKind::Sint, false) => op::S_GREATER_THAN,
            (_, true) => op::U_LESS_THAN,
            (_, false) => op::U_GREATER_THAN,
        };
        let is_first = self.emit(opcode, truth, &[a, b], &[]);
        self.emit(op::SELECT, ty, &[is_first, a, b], &[])
    }
}
