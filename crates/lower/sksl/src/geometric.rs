//! Builtin functions that look at whole vectors, matrices or words, and color spaces.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{BOOL, Scalar, Type};
use glassbox_spirv::build::{Id, glsl, op};

use crate::lowering::Lowering;
use crate::operator::Operand;
use crate::options::ColorSpace;
use crate::session::Outcome;

impl Lowering<'_, '_> {
    pub(crate) fn geometric(
        &mut self,
        name: &str,
        operands: &[Operand],
        result: Type,
        span: Span,
    ) -> Outcome<Option<Id>> {
        let values: Vec<Id> = operands.iter().map(|operand| operand.value).collect();
        let Some(first) = operands.first().copied() else { return Ok(None) };
        if let Some(number) = extended(name) {
            return self.glsl(number, result, &values, span).map(Some);
        }
        let value = match name {
            // A product, where the vectors are scalars.
            "dot" if first.ty.is_scalar() => self.op(op::F_MUL, result, &values, span)?,
            "dot" => self.op(op::DOT, result, &values, span)?,
            "any" => self.op(op::ANY, BOOL, &values, span)?,
            "all" => self.op(op::ALL, BOOL, &values, span)?,
            "transpose" => self.op(op::TRANSPOSE, result, &values, span)?,
            "outerProduct" => self.op(op::OUTER_PRODUCT, result, &values, span)?,
            "matrixCompMult" => {
                let parts: Vec<(Type, Id)> =
                    operands.iter().map(|operand| (operand.ty, operand.value)).collect();
                self.by_column(first.ty, &parts, span, |this, column, parts| {
                    this.op(op::F_MUL, column, parts, span)
                })?
            }
            "unpremul" => self.unpremultiplied(first, span)?,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// A color whose alpha is no longer multiplied into it.
    fn unpremultiplied(&mut self, color: Operand, span: Span) -> Outcome<Id> {
        if !matches!(color.ty, Type::Vector(_, 4)) {
            return self.malformed(span, "expected a color of four components");
        }
        let scalar = Type::Scalar(color.ty.scalar().unwrap_or(Scalar::Half));
        let rgb = Type::Vector(color.ty.scalar().unwrap_or(Scalar::Half), 3);
        let alpha = self.extract(scalar, color.value, 3, span)?;
        let least = self.number(scalar, 0.0001, span)?;
        let divisor = self.extreme(false, scalar, [alpha, least], span)?;
        let divisor = self.splat(rgb, divisor, span)?;
        let part = self.shuffled(color.value, color.ty, &[0, 1, 2], span)?;
        let part = self.op(op::F_DIV, rgb, &[part, divisor], span)?;
        self.op(op::COMPOSITE_CONSTRUCT, color.ty, &[part, alpha], span)
    }

    /// A color in the destination's color space as linear sRGB, or the other way round.
    pub(crate) fn color_space(&mut self, name: &str, color: Id, ty: Type, span: Span) -> Outcome<Id> {
        match self.s.options.color_space {
            ColorSpace::Identity => Ok(color),
            ColorSpace::Imported => {
                let id = self.ty(ty, span)?;
                let function = self.s.import(&format!("skia.{name}"), id, &[id]);
                self.op(op::FUNCTION_CALL, ty, &[function, color], span)
            }
            ColorSpace::Srgb if name == "toLinearSrgb" => {
                let base = self.affine(color, (1.0, 0.055), ty, span)?;
                let base = self.scaled(base, 1.0 / 1.055, ty, span)?;
                let power = self.number(ty, 2.4, span)?;
                let curve = self.glsl(glsl::POW, ty, &[base, power], span)?;
                let straight = self.scaled(color, 1.0 / 12.92, ty, span)?;
                self.below(color, 0.04045, (straight, curve), ty, span)
            }
            ColorSpace::Srgb => {
                let power = self.number(ty, 1.0 / 2.4, span)?;
                let curve = self.glsl(glsl::POW, ty, &[color, power], span)?;
                let curve = self.affine(curve, (1.055, -0.055), ty, span)?;
                let straight = self.scaled(color, 12.92, ty, span)?;
                self.below(color, 0.003_130_8, (straight, curve), ty, span)
            }
        }
    }

    fn scaled(&mut self, value: Id, factor: f64, ty: Type, span: Span) -> Outcome<Id> {
        let factor = self.number(ty, factor, span)?;
        self.op(op::F_MUL, ty, &[value, factor], span)
    }

    fn affine(&mut self, value: Id, (factor, offset): (f64, f64), ty: Type, span: Span) -> Outcome<Id> {
        let scaled = if factor == 1.0 { value } else { self.scaled(value, factor, ty, span)? };
        let offset = self.number(ty, offset, span)?;
        self.op(op::F_ADD, ty, &[scaled, offset], span)
    }

    /// The first of two values up to a limit, the second one above.
    fn below(&mut self, value: Id, limit: f64, (a, b): (Id, Id), ty: Type, span: Span) -> Outcome<Id> {
        let limit = self.number(ty, limit, span)?;
        let truth = ty.with_scalar(Scalar::Bool);
        let is_below = self.op(op::F_ORD_LESS_THAN_EQUAL, truth, &[value, limit], span)?;
        self.op(op::SELECT, ty, &[is_below, a, b], span)
    }
}

/// The function of `GLSL.std.450` that a function is.
fn extended(name: &str) -> Option<u32> {
    Some(match name {
        "length" => glsl::LENGTH,
        "distance" => glsl::DISTANCE,
        "cross" => glsl::CROSS,
        "normalize" => glsl::NORMALIZE,
        "faceforward" => glsl::FACE_FORWARD,
        "reflect" => glsl::REFLECT,
        "refract" => glsl::REFRACT,
        "determinant" => glsl::DETERMINANT,
        "inverse" => glsl::MATRIX_INVERSE,
        "packUnorm2x16" => glsl::PACK_UNORM2X16,
        "packSnorm2x16" => glsl::PACK_SNORM2X16,
        "packUnorm4x8" => glsl::PACK_UNORM4X8,
        "packSnorm4x8" => glsl::PACK_SNORM4X8,
        "packHalf2x16" => glsl::PACK_HALF2X16,
        "unpackUnorm2x16" => glsl::UNPACK_UNORM2X16,
        "unpackSnorm2x16" => glsl::UNPACK_SNORM2X16,
        "unpackUnorm4x8" => glsl::UNPACK_UNORM4X8,
        "unpackSnorm4x8" => glsl::UNPACK_SNORM4X8,
        "unpackHalf2x16" => glsl::UNPACK_HALF2X16,
        _ => return None,
    })
}
