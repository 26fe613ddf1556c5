//! Arithmetic whose result SPIR-V leaves open where SkSL's evaluator defines it: division by zero, shifts by more than the
//! width, conversions out of range, the least and greatest of what is not a number.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Scalar, Type};
use glassbox_sksl::raw::Operator;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_spirv::build::{Builder, ByZero, Guarded, Id, OfNan, Saturation, Signedness, glsl, op};

use crate::lowering::Lowering;
use crate::options::Numbers;
use crate::session::{Outcome, Session};

impl<'p> Lowering<'_, 'p> {
    /// `a / b` of integers. By zero it is as by −1, or by the greatest number without sign.
    pub(crate) fn quotient(&mut self, ty: Type, [a, b]: [Id; 2], span: Span) -> Outcome<Id> {
        let sign = self.sign(ty, span)?;
        let id = self.ty(ty, span)?;
        Ok(self.guarded(ty, id).quotient(id, sign, [a, b], ByZero::MinusOne))
    }

    /// `a % b`, with the sign of `a`; `a` for a divisor of zero.
    pub(crate) fn remainder(&mut self, ty: Type, [a, b]: [Id; 2], span: Span) -> Outcome<Id> {
        let sign = self.sign(ty, span)?;
        let id = self.ty(ty, span)?;
        Ok(self.guarded(ty, id).remainder(id, sign, [a, b], ByZero::MinusOne))
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
        let opcode = match (operator, self.sign(ty, span)?) {
            (Operator::SHL, _) => op::SHIFT_LEFT_LOGICAL,
            (_, Signedness::Signed) => op::SHIFT_RIGHT_ARITHMETIC,
            (_, Signedness::Unsigned) => op::SHIFT_RIGHT_LOGICAL,
        };
        // The count may have another type than what is shifted.
        let of =
            count.map_or(ty, |count| ty.with_scalar(self.meaning(count).scalar().unwrap_or(Scalar::Int)));
        let [id, of] = [self.ty(ty, span)?, self.ty(of, span)?];
        Ok(self.guarded(ty, id).shift(opcode, id, a, (b, of)))
    }

    fn sign(&mut self, ty: Type, span: Span) -> Outcome<Signedness> {
        let is_signed = self.kind(ty, span)? == NumberKind::Signed;
        Ok(if is_signed { Signedness::Signed } else { Signedness::Unsigned })
    }

    /// Writes operations whose results have a type, whose id is given.
    fn guarded(&mut self, ty: Type, id: Id) -> Relaxing<'_, 'p> {
        Relaxing { session: self.s, ty, id }
    }

    /// The lesser or greater of two floats: the second one where either is not a number.
    pub(crate) fn extreme(&mut self, is_least: bool, ty: Type, [a, b]: [Id; 2], span: Span) -> Outcome<Id> {
        let of_nan = match self.s.options.numbers {
            Numbers::Exact => OfNan::Second,
            Numbers::Device => OfNan::Other,
        };
        let id = self.ty(ty, span)?;
        let mut guarded = self.guarded(ty, id);
        Ok(if is_least { guarded.lesser(id, [a, b], of_nan) } else { guarded.greater(id, [a, b], of_nan) })
    }

    /// A float between two others; the lower one for what is not a number.
    pub(crate) fn limited(&mut self, ty: Type, [x, low, high]: [Id; 3], span: Span) -> Outcome<Id> {
        let is_known = self.s.b.is_constant(low) && self.s.b.is_constant(high);
        if is_known || self.s.options.numbers == Numbers::Device {
            return self.glsl(glsl::N_CLAMP, ty, &[x, low, high], span);
        }
        let above = self.extreme(false, ty, [x, low], span)?;
        self.extreme(true, ty, [above, high], span)
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
        let sign = self.sign(to, span)?;
        if self.s.options.numbers == Numbers::Device || self.s.b.is_constant(value) {
            let is_signed = sign == Signedness::Signed;
            let opcode = if is_signed { op::CONVERT_F_TO_S } else { op::CONVERT_F_TO_U };
            return self.op(opcode, to, &[value], span);
        }
        let [from, id] = [self.ty(to.with_scalar(Scalar::Float), span)?, self.ty(to, span)?];
        Ok(self.guarded(to, id).float_to_int([from, id], sign, value, Saturation::Integer))
    }
}

/// Writes operations on values of a type to the open block, with what their results allow.
struct Relaxing<'s, 'p> {
    session: &'s mut Session<'p>,
    ty: Type,
    /// The type in the module.
    id: Id,
}

impl Relaxing<'_, '_> {
    fn relax(&mut self, result: Id, ty: Id) -> Id {
        if ty == self.id && self.session.b.is_open() {
            self.session.relax(result, self.ty);
        }
        result
    }
}

impl Guarded for Relaxing<'_, '_> {
    fn builder(&mut self) -> &mut Builder {
        &mut self.session.b
    }

    fn instruction(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        let result = self.session.b.value(opcode, ty, operands);
        self.relax(result, ty)
    }

    fn extended_instruction(&mut self, instruction: u32, ty: Id, operands: &[Id]) -> Id {
        let result = self.session.b.extended_instruction(instruction, ty, operands);
        self.relax(result, ty)
    }
}
