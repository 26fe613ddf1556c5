//! Arithmetic whose result SPIR-V leaves open where SkSL's evaluator defines it: division by zero, shifts by more than the
//! width, conversions out of range, the least and greatest of what is not a number.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Scalar, Type};
use glassbox_sksl::raw::{ModifierFlags, Operator};
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::statement::StatementKind;
use glassbox_spirv::build::{Id, glsl, op};

use crate::lowering::Lowering;
use crate::options::Numbers;
use crate::session::Outcome;

/// How many expressions are looked at to see whether an operand is constant.
const BUDGET: u32 = 64;

impl Lowering<'_, '_> {
    /// `a / b` of integers. By zero it is as by −1, or by the greatest number without sign.
    pub(crate) fn quotient(
        &mut self,
        ty: Type,
        (a, b): (Id, Id),
        divisor: Option<Expr>,
        span: Span,
    ) -> Outcome<Id> {
        let is_signed = self.kind(ty, span)? == NumberKind::Signed;
        let opcode = if is_signed { op::S_DIV } else { op::U_DIV };
        if self.is_harmless(divisor) {
            return self.op(opcode, ty, &[a, b], span);
        }
        if !is_signed {
            let is_zero = self.equals(ty, b, 0.0, span)?;
            let greatest = self.number(ty, f64::from(u32::MAX), span)?;
            let b = self.op(op::SELECT, ty, &[is_zero, greatest, b], span)?;
            return self.op(opcode, ty, &[a, b], span);
        }
        let negates = self.is_zero_or_minus_one(ty, b, span)?;
        let one = self.number(ty, 1.0, span)?;
        let b = self.op(op::SELECT, ty, &[negates, one, b], span)?;
        let quotient = self.op(opcode, ty, &[a, b], span)?;
        let negated = self.op(op::S_NEGATE, ty, &[quotient], span)?;
        self.op(op::SELECT, ty, &[negates, negated, quotient], span)
    }

    /// `a % b`, with the sign of `a`; `a` for a divisor of zero.
    pub(crate) fn remainder(
        &mut self,
        ty: Type,
        (a, b): (Id, Id),
        divisor: Option<Expr>,
        span: Span,
    ) -> Outcome<Id> {
        let is_signed = self.kind(ty, span)? == NumberKind::Signed;
        let opcode = if is_signed { op::S_REM } else { op::U_MOD };
        if self.is_harmless(divisor) {
            return self.op(opcode, ty, &[a, b], span);
        }
        let is_zero = self.equals(ty, b, 0.0, span)?;
        let replaced = if is_signed { self.is_zero_or_minus_one(ty, b, span)? } else { is_zero };
        let one = self.number(ty, 1.0, span)?;
        let safe = self.op(op::SELECT, ty, &[replaced, one, b], span)?;
        let remainder = self.op(opcode, ty, &[a, safe], span)?;
        self.op(op::SELECT, ty, &[is_zero, a, remainder], span)
    }

    /// A shift; of the count the lowest five bits.
    pub(crate) fn shift(
        &mut self,
        operator: Operator,
        ty: Type,
        (a, b): (Id, Id),
        count: Option<Expr>,
        span: Span,
    ) -> Outcome<Id> {
        let is_signed = self.kind(ty, span)? == NumberKind::Signed;
        let opcode = match (operator, is_signed) {
            (Operator::SHL, _) => op::SHIFT_LEFT_LOGICAL,
            (_, true) => op::SHIFT_RIGHT_ARITHMETIC,
            (_, false) => op::SHIFT_RIGHT_LOGICAL,
        };
        let is_small = |value: f64| (0.0..32.0).contains(&value);
        if count.is_some_and(|count| self.is_constant(count, &mut { BUDGET }, &is_small)) {
            return self.op(opcode, ty, &[a, b], span);
        }
        // The count may have another type than what is shifted.
        let of =
            count.map_or(ty, |count| ty.with_scalar(self.meaning(count).scalar().unwrap_or(Scalar::Int)));
        let mask = self.number(of, 31.0, span)?;
        let b = self.op(op::BITWISE_AND, of, &[b, mask], span)?;
        self.op(opcode, ty, &[a, b], span)
    }

    fn equals(&mut self, ty: Type, value: Id, number: f64, span: Span) -> Outcome<Id> {
        let number = self.number(ty, number, span)?;
        self.op(op::I_EQUAL, ty.with_scalar(Scalar::Bool), &[value, number], span)
    }

    fn is_zero_or_minus_one(&mut self, ty: Type, value: Id, span: Span) -> Outcome<Id> {
        let is_zero = self.equals(ty, value, 0.0, span)?;
        let is_minus_one = self.equals(ty, value, -1.0, span)?;
        self.op(op::LOGICAL_OR, ty.with_scalar(Scalar::Bool), &[is_zero, is_minus_one], span)
    }

    /// True if a divisor is known to be neither 0 nor −1.
    fn is_harmless(&self, divisor: Option<Expr>) -> bool {
        let is_harmless = |value: f64| value != 0.0 && value != -1.0;
        divisor.is_some_and(|divisor| self.is_constant(divisor, &mut { BUDGET }, &is_harmless))
    }

    /// True if the text states all components of a value, and each has a property.
    fn is_constant(&self, expression: Expr, budget: &mut u32, holds: &impl Fn(f64) -> bool) -> bool {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) => holds(value),
            ExpressionKind::Constructor { arguments, .. } => {
                let mut arguments = self.program.expression_lists.get(arguments).iter();
                arguments.all(|&argument| self.is_constant(argument, budget, holds))
            }
            ExpressionKind::VariableReference { variable, .. } => {
                let Some(variable) = self.variable_of(variable) else { return false };
                let declared = variable.declaration.map(|statement| self.program.statements[statement].kind);
                match declared {
                    Some(StatementKind::VarDeclaration { value: Some(value), .. })
                        if variable.modifiers.has(ModifierFlags::CONST) =>
                    {
                        self.is_constant(value, budget, holds)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The lesser or greater of two floats: the second one where either is not a number.
    pub(crate) fn extreme(&mut self, is_least: bool, ty: Type, (a, b): (Id, Id), span: Span) -> Outcome<Id> {
        if self.s.options.numbers == Numbers::Exact && !self.s.b.is_constant(b) {
            let opcode = if is_least { op::F_ORD_LESS_THAN } else { op::F_ORD_GREATER_THAN };
            let is_first = self.op(opcode, ty.with_scalar(Scalar::Bool), &[a, b], span)?;
            return self.op(op::SELECT, ty, &[is_first, a, b], span);
        }
        let number = if is_least { glsl::N_MIN } else { glsl::N_MAX };
        self.glsl(number, ty, &[a, b], span)
    }

    /// A float between two others; the lower one for what is not a number.
    pub(crate) fn limited(&mut self, ty: Type, [x, low, high]: [Id; 3], span: Span) -> Outcome<Id> {
        let is_known = self.s.b.is_constant(low) && self.s.b.is_constant(high);
        if is_known || self.s.options.numbers == Numbers::Device {
            return self.glsl(glsl::N_CLAMP, ty, &[x, low, high], span);
        }
        let above = self.extreme(false, ty, (x, low), span)?;
        self.extreme(true, ty, (above, high), span)
    }

    /// A scalar, vector or matrix with other scalars.
    pub(crate) fn cast_scalar(
        &mut self,
        value: Id,
        from: Option<Scalar>,
        to: Type,
        span: Span,
    ) -> Outcome<Id> {
        use NumberKind::{Boolean, Float, Signed, Unsigned};
        let (Some(before), Some(after)) = (from, to.scalar()) else {
            return self.malformed(span, "the cast is of something else than numbers");
        };
        match (before.kind(), after.kind()) {
            (Float, Float) | (Boolean, Boolean) | (Signed, Signed) | (Unsigned, Unsigned) => Ok(value),
            (Signed, Unsigned) | (Unsigned, Signed) => self.op(op::BITCAST, to, &[value], span),
            (Signed, Float) => self.op(op::CONVERT_S_TO_F, to, &[value], span),
            (Unsigned, Float) => self.op(op::CONVERT_U_TO_F, to, &[value], span),
            (Float, Signed | Unsigned) => self.truncated(value, to, span),
            (Float, Boolean) => {
                let zero = self.number(to.with_scalar(Scalar::Float), 0.0, span)?;
                self.op(op::F_UNORD_NOT_EQUAL, to, &[value, zero], span)
            }
            (Signed | Unsigned, Boolean) => {
                let zero = self.number(to.with_scalar(before), 0.0, span)?;
                self.op(op::I_NOT_EQUAL, to, &[value, zero], span)
            }
            (Boolean, _) => {
                let one = self.number(to, 1.0, span)?;
                let zero = self.number(to, 0.0, span)?;
                self.op(op::SELECT, to, &[value, one, zero], span)
            }
        }
    }

    /// A float as the nearest integer towards zero that there is; 0 for what is not a number.
    fn truncated(&mut self, value: Id, to: Type, span: Span) -> Outcome<Id> {
        let is_signed = self.kind(to, span)? == NumberKind::Signed;
        let opcode = if is_signed { op::CONVERT_F_TO_S } else { op::CONVERT_F_TO_U };
        if self.s.options.numbers == Numbers::Device || self.s.b.is_constant(value) {
            return self.op(opcode, to, &[value], span);
        }
        let (least, limit, greatest) = if is_signed {
            (f64::from(i32::MIN), -f64::from(i32::MIN), f64::from(i32::MAX))
        } else {
            (0.0, 4_294_967_296.0, f64::from(u32::MAX))
        };
        let (float, truth) = (to.with_scalar(Scalar::Float), to.with_scalar(Scalar::Bool));
        let low = self.number(float, least, span)?;
        let high = self.number(float, limit, span)?;
        let is_low = self.op(op::F_ORD_LESS_THAN, truth, &[value, low], span)?;
        let is_high = self.op(op::F_ORD_GREATER_THAN_EQUAL, truth, &[value, high], span)?;
        let is_nothing = self.op(op::IS_NAN, truth, &[value], span)?;
        let outside = self.op(op::LOGICAL_OR, truth, &[is_low, is_high], span)?;
        let outside = self.op(op::LOGICAL_OR, truth, &[outside, is_nothing], span)?;
        let zero = self.number(float, 0.0, span)?;
        let inside = self.op(op::SELECT, float, &[outside, zero, value], span)?;
        let number = self.op(opcode, to, &[inside], span)?;
        let greatest = self.number(to, greatest, span)?;
        let number = self.op(op::SELECT, to, &[is_high, greatest, number], span)?;
        if !is_signed {
            return Ok(number);
        }
        let least = self.number(to, least, span)?;
        self.op(op::SELECT, to, &[is_low, least, number], span)
    }
}
