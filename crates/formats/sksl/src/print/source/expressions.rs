//! Prints expressions with the fewest parentheses.

use crate::builtin::{Scalar, Type};
use crate::command::Command;
use crate::model::{Children, ModelNode, Reference};
use crate::raw::{Operator, OwnerKind};
use crate::view::Expression;

use super::super::base::{MISSING, children_from, spaced};
use super::super::number::{integer, shortest};
use super::super::precedence::{Level, begins_with};
use super::super::sink::Result;
use super::{Printer, Special, Step};

/// Sign bit of a 32-bit float.
const SIGN: u32 = 1 << 31;
/// Bits of the NaN that processors produce for a difference, without the sign.
const NO_NUMBER: u32 = 0x7fc0_0000;

impl<'m> Printer<'m, '_, '_> {
    pub(super) fn argument(&mut self, mut rest: Children<'m>, any: bool, special: Special) -> Result {
        let Some(at) = rest.next() else {
            return Ok(());
        };
        if any {
            self.base.out.text(", ")?;
        }
        self.steps.push(Step::Arguments(rest, true, special));
        match self.base.model.expression(at) {
            Expression::FloatLiteral { ty, bits } if special == Special::Literals => {
                self.typed(ty, |printer| printer.float(bits))
            }
            Expression::IntLiteral { ty, bits } if special == Special::Literals => {
                self.typed(ty, |printer| printer.int(ty, bits))
            }
            _ if special == Special::Matrices && self.base.typing.of(at).is_matrix() => {
                let scalar = self.base.typing.of(at).scalar().map_or("float", |scalar| scalar.name());
                self.base.out.show(format_args!("{scalar}4("))?;
                self.then([Step::Expression(at, Level::Assignment), Step::Text(")")])
            }
            _ => self.expression(at, Level::Assignment),
        }
    }

    /// Writes a literal with its type.
    fn typed(&mut self, ty: ModelNode, literal: impl FnOnce(&mut Self) -> Result) -> Result {
        self.base.ty(ty)?;
        self.base.out.text("(")?;
        literal(self)?;
        self.base.out.text(")")
    }

    pub(super) fn expression(&mut self, at: ModelNode, wanted: Level) -> Result {
        use Step::{Expression as E, Text as T};
        let model = self.base.model;
        if self.unasked(at).is_some() {
            return self.cast(at);
        }
        if Level::of(model, at) < wanted {
            return self.then([T("("), E(at, Level::Comma), T(")")]);
        }
        match model.expression(at) {
            Expression::Binary { left, operator, right } => {
                let (before, after) = Level::of_operator(operator).operands();
                let (mut left, mut right) = (E(left, before), E(right, after));
                if let Some((a, b)) = self.large_literals(at) {
                    (left, right) = (Step::Unsigned(a), Step::Unsigned(b));
                }
                self.then([left, T(spaced(operator)), right])
            }
            Expression::BoolLiteral(0) => self.base.out.text("false"),
            Expression::BoolLiteral(_) => self.base.out.text("true"),
            Expression::Constructor { kind, ty } => {
                self.base.ty(ty)?;
                let special = match kind {
                    Command::ConstructorCompound if model.arguments(at).nth(1).is_some() => Special::Matrices,
                    _ => Special::Nothing,
                };
                self.then([T("("), Step::Arguments(children_from(model, at, 1), false, special), T(")")])
            }
            Expression::FieldAccess { base, index, owner } => {
                if owner == OwnerKind::ANONYMOUS_BLOCK {
                    return self.base.field(base, index);
                }
                self.then([E(base, Level::Postfix), T("."), Step::Field(base, index)])
            }
            Expression::FloatLiteral { ty, bits } if self.literals.is_stated(at) => {
                self.typed(ty, |printer| printer.float(bits))
            }
            Expression::FloatLiteral { bits, .. } => self.float(bits),
            Expression::FunctionCall { function, .. } => {
                self.base.callee(function)?;
                let special = if self.literals.need_types(&self.base, at, function) {
                    Special::Literals
                } else {
                    Special::Nothing
                };
                self.then([T("("), Step::Arguments(children_from(model, at, 1), false, special), T(")")])
            }
            Expression::Index { base, index } => {
                self.then([E(base, Level::Postfix), T("["), E(index, Level::Comma), T("]")])
            }
            Expression::IntLiteral { ty, bits } if self.literals.is_stated(at) => {
                self.typed(ty, |printer| printer.int(ty, bits))
            }
            Expression::IntLiteral { ty, bits } => self.int(ty, bits),
            Expression::Postfix { operator, operand } => {
                self.then([E(operand, Level::Postfix), T(operator.name().unwrap_or(MISSING))])
            }
            Expression::Prefix { operator, operand } => {
                let text = operator.name().unwrap_or(MISSING);
                let blank = match text {
                    "-" | "--" if begins_with(model, operand, "-") => " ",
                    "+" | "++" if begins_with(model, operand, "+") => " ",
                    _ => "",
                };
                self.then([T(text), T(blank), E(operand, Level::Prefix)])
            }
            Expression::Setting(name) => {
                self.base.out.text("sk_Caps.")?;
                self.base.name(name)
            }
            Expression::Swizzle { base } => {
                self.then([E(base, Level::Postfix), T("."), Step::Components(at)])
            }
            Expression::Ternary { test, if_true, if_false } => self.then([
                E(test, Level::LogicalOr),
                T(" ? "),
                // The grammar requires less; this is more readable.
                E(if_true, Level::LogicalOr),
                T(" : "),
                E(if_false, Level::Ternary),
            ]),
            Expression::VariableReference { variable, .. } => self.base.symbol(variable),
            Expression::Void => Ok(()),
            Expression::Missing => self.base.out.text(MISSING),
        }
    }

    /// Writes a conversion by the type's own name.
    fn cast(&mut self, at: ModelNode) -> Result {
        let ty = self.base.typing.of(at);
        let name = self.base.typing.types.name(ty).into_owned();
        self.base.out.show(format_args!("{name}("))?;
        self.then([
            Step::Arguments(children_from(self.base.model, at, 1), false, Special::Nothing),
            Step::Text(")"),
        ])
    }

    /// Type and matrix of an implicit conversion: an explicit `mat2(m)` is a `float2x2`; only implicit
    /// conversions use `mat2`.
    pub(super) fn unasked(&self, at: ModelNode) -> Option<(ModelNode, ModelNode)> {
        let model = self.base.model;
        let Expression::Constructor { kind: Command::ConstructorCompoundCast, ty } = model.expression(at)
        else {
            return None;
        };
        let is_alias =
            matches!(model.reference(ty), Reference::Builtin(name) if model.text(name).starts_with(b"mat"));
        let is_matrix = model.command(ty) == Command::SymbolRef && self.base.typing.of(ty).is_matrix();
        (is_alias && is_matrix).then_some(())?;
        Some((ty, model.arguments(at).next()?))
    }

    /// Operands of a sum that the compiler did not fold, if they were unsigned in the source.
    ///
    /// Untyped literals are stored as signed numbers, `4000000000` as a negative one. The compiler folds
    /// arithmetic on literals unless the result is out of range for `int`; so if signed operands would give a
    /// result in range, they were unsigned.
    fn large_literals(&self, at: ModelNode) -> Option<(u32, u32)> {
        let model = self.base.model;
        let Expression::Binary { left, operator, right } = model.expression(at) else {
            return None;
        };
        let bits = |operand| match model.expression(operand) {
            Expression::IntLiteral { bits, .. }
                if self.base.typing.of(operand) == Type::Scalar(Scalar::IntLiteral) =>
            {
                Some(bits)
            }
            _ => None,
        };
        let (a, b) = (bits(left)?, bits(right)?);
        let (x, y) = (i64::from(a as i32), i64::from(b as i32));
        let result = match operator {
            Operator::PLUS => x + y,
            Operator::MINUS => x - y,
            Operator::STAR => x * y,
            _ => return None,
        };
        let has_sign = x < 0 || y < 0;
        (has_sign && i32::try_from(result).is_ok()).then_some((a, b))
    }

    fn int(&mut self, ty: ModelNode, bits: u32) -> Result {
        let is_unsigned = self.base.is_unsigned(ty);
        self.base.out.text(&integer(bits, is_unsigned))
    }

    /// Writes a float literal. The language has no literals for non-finite numbers, but compilers fold them,
    /// optimising or not: an overflowing power is infinite, and the difference of two infinite vectors is NaN
    /// (that of two scalars stays a difference). Such a NaN has a sign and no payload; others, which no
    /// compiler produces, are spelled by their bits, using a function that OpenGL ES 2 lacks.
    pub(super) fn float(&mut self, bits: u32) -> Result {
        let value = f32::from_bits(bits);
        if value.is_finite() {
            return self.base.out.text(&shortest(bits));
        }
        if value.is_infinite() {
            let sign = if value < 0.0 { "-" } else { "" };
            return self.base.out.show(format_args!("{sign}exp(100.0)"));
        }
        if bits & !SIGN == NO_NUMBER {
            let sign = if bits & SIGN == 0 { "-" } else { "" };
            return self.base.out.show(format_args!("{sign}(half2(exp(100.0)) - exp(100.0)).x"));
        }
        let bits = integer(bits, false);
        self.base.out.show(format_args!("intBitsToFloat({bits})"))
    }
}
