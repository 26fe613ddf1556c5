//! Prefix and postfix operators.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Scalar, Type, Unary};
use glassbox_sksl::raw::{Operator, RefKind};

use super::binary::operator_name;
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

impl Builder<'_> {
    /// Builds `operator operand`.
    pub(crate) fn prefix(&mut self, operator: Operator, operand: Expr, span: Span) -> Option<Expr> {
        let sort = Unary::of(operator)?;
        let span = self.anchored(operand, span);
        if sort == Unary::Complement && self.is_es2() {
            let message = "`~` is not an operator of OpenGL ES 2";
            let help = "compute it with floats: `~x` is `-x - 1`";
            self.wrong(&rules::ES2_OPERATOR, span, message, help);
            return None;
        }
        self.check_operand(operator, sort, operand, span)?;
        let mut operand = operand;
        if sort == Unary::Step && !self.set_ref_kind(operand, RefKind::READ_WRITE) {
            return None;
        }
        let found = self.program.ty_of(operand).meaning;
        if sort == Unary::Complement && found == Type::Scalar(Scalar::IntLiteral) {
            // The complement of a literal is not a literal.
            operand = self.coerce(operand, Ty::own(found.settled()))?;
        }
        Some(self.make_prefix(operator, operand, span))
    }

    /// Builds `operand operator`.
    pub(crate) fn postfix(&mut self, operator: Operator, operand: Expr, span: Span) -> Option<Expr> {
        let span = self.anchored(operand, span);
        self.check_operand(operator, Unary::Step, operand, span)?;
        if !self.set_ref_kind(operand, RefKind::READ_WRITE) {
            return None;
        }
        Some(self.make_postfix(operator, operand, span))
    }

    fn check_operand(&mut self, operator: Operator, sort: Unary, operand: Expr, span: Span) -> Option<()> {
        let ty = self.program.ty_of(operand);
        let (is_step, meaning) = (sort == Unary::Step, ty.meaning);
        // Version 8 steps single numbers only.
        let is_shaped = is_step && self.is_current() && (meaning.is_vector() || meaning.is_matrix());
        let is_stepped = is_shaped && self.program.types.unary(Unary::Sign, meaning).is_some();
        if is_stepped || self.program.types.unary(sort, meaning).is_some() {
            return Some(());
        }
        let at = self.program.span_of(operand);
        if self.is_hopeless(at, &[operand]) {
            return None;
        }
        let (name, found) = (operator_name(operator), self.shown(ty));
        let help = match sort {
            Unary::Sign => "give a number, or a vector or matrix of numbers".to_owned(),
            Unary::Not if ty.meaning.is_vector() => "use `not(…)` for a vector".to_owned(),
            Unary::Not => "give a `bool`, for example a comparison".to_owned(),
            Unary::Complement => "give an integer, or a vector of integers".to_owned(),
            Unary::Step if ty.meaning.is_vector() || ty.meaning.is_matrix() => {
                let sign = name.get(1..).unwrap_or_default();
                format!("write `{} {sign}= 1`", self.short_text(at).unwrap_or("…"))
            }
            Unary::Step => "give a variable that is a number".to_owned(),
        };
        let message = format!("`{name}` is not defined for `{found}`");
        self.report(&rules::OPERAND, span, message).label(at, format!("this is `{found}`")).help(help);
        None
    }

    /// Builds `operator operand` for an operand that has been checked. Unary plus is dropped; minus and not are
    /// folded as far as the operand is known.
    pub(crate) fn make_prefix(&mut self, operator: Operator, operand: Expr, span: Span) -> Expr {
        match operator {
            Operator::PLUS => operand,
            Operator::MINUS => match self.negated(operand, span) {
                Some(negated) => negated,
                None => self.prefixed(operator, operand, span),
            },
            Operator::LOGICAL_NOT => self.make_not(operand, span),
            _ => self.prefixed(operator, operand, span),
        }
    }

    fn make_not(&mut self, operand: Expr, span: Span) -> Expr {
        let ty = self.program.ty_of(operand);
        let value = self.constant_value(operand);
        match self.program.kind_of(value) {
            ExpressionKind::Literal(value) => self.literal(f64::from(u8::from(value == 0.0)), ty, span),
            ExpressionKind::Prefix { operator: Operator::LOGICAL_NOT, operand } => operand,
            _ => self.prefixed(Operator::LOGICAL_NOT, operand, span),
        }
    }

    /// Creates a prefix operator without simplifying.
    pub(super) fn prefixed(&mut self, operator: Operator, operand: Expr, span: Span) -> Expr {
        let ty = self.program.ty_of(operand);
        let kind = ExpressionKind::Prefix { operator, operand };
        self.program.expression(kind, ty, span)
    }

    /// Builds `operand operator` for an assignable operand.
    pub(crate) fn make_postfix(&mut self, operator: Operator, operand: Expr, span: Span) -> Expr {
        let ty = self.program.ty_of(operand);
        let kind = ExpressionKind::Postfix { operator, operand };
        self.program.expression(kind, ty, span)
    }
}
