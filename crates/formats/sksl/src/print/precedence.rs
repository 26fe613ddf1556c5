//! How tightly expressions hold together, and where text needs parentheses or blanks for it.
//!
//! Source: the grammar and the operator table of the language.

use crate::model::{At, Model};
use crate::raw::Operator;
use crate::view::Expression;

/// A level of the expression grammar, loosest first. An expression may stand without parentheses where its own level or a
/// looser one is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// Expressions with commas.
    Comma,
    /// Assignments, which group from right to left.
    Assignment,
    /// `?:`.
    Ternary,
    /// `||`.
    LogicalOr,
    /// `^^`.
    LogicalXor,
    /// `&&`.
    LogicalAnd,
    /// `|`.
    BitwiseOr,
    /// `^`.
    BitwiseXor,
    /// `&`.
    BitwiseAnd,
    /// `==` and `!=`.
    Equality,
    /// `<`, `>`, `<=` and `>=`.
    Comparison,
    /// `<<` and `>>`.
    Shift,
    /// `+` and `-`.
    Sum,
    /// `*`, `/` and `%`.
    Product,
    /// Prefix operators and numbers with a sign.
    Prefix,
    /// Calls, indexes, fields, swizzles, postfix operators.
    Postfix,
    /// Names and words.
    Term,
}

impl Level {
    /// The level of a binary operator.
    pub(super) fn of_operator(operator: Operator) -> Level {
        match operator {
            Operator::COMMA => Level::Comma,
            Operator::LOGICAL_OR => Level::LogicalOr,
            Operator::LOGICAL_XOR => Level::LogicalXor,
            Operator::LOGICAL_AND => Level::LogicalAnd,
            Operator::BITWISE_OR => Level::BitwiseOr,
            Operator::BITWISE_XOR => Level::BitwiseXor,
            Operator::BITWISE_AND => Level::BitwiseAnd,
            Operator::EQUAL | Operator::NOT_EQUAL => Level::Equality,
            Operator::LESS | Operator::GREATER | Operator::LESS_EQUAL | Operator::GREATER_EQUAL => {
                Level::Comparison
            }
            Operator::SHL | Operator::SHR => Level::Shift,
            Operator::PLUS | Operator::MINUS => Level::Sum,
            Operator::STAR | Operator::SLASH | Operator::PERCENT => Level::Product,
            _ => Level::Assignment,
        }
    }

    /// What the operands of a binary operator at this level may be: left, then right.
    pub(super) fn operands(self) -> (Level, Level) {
        match self {
            Level::Assignment => (Level::Ternary, Level::Assignment),
            other => (other, other.tighter()),
        }
    }

    /// The next tighter level.
    fn tighter(self) -> Level {
        match self {
            Level::Comma => Level::Assignment,
            Level::Assignment => Level::Ternary,
            Level::Ternary => Level::LogicalOr,
            Level::LogicalOr => Level::LogicalXor,
            Level::LogicalXor => Level::LogicalAnd,
            Level::LogicalAnd => Level::BitwiseOr,
            Level::BitwiseOr => Level::BitwiseXor,
            Level::BitwiseXor => Level::BitwiseAnd,
            Level::BitwiseAnd => Level::Equality,
            Level::Equality => Level::Comparison,
            Level::Comparison => Level::Shift,
            Level::Shift => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Prefix,
            Level::Prefix => Level::Postfix,
            Level::Postfix | Level::Term => Level::Term,
        }
    }

    /// The level of an expression.
    pub(super) fn of(model: &Model<'_>, at: At) -> Level {
        match model.expression(at) {
            Expression::Binary { operator, .. } => Level::of_operator(operator),
            Expression::Ternary { .. } => Level::Ternary,
            Expression::Prefix { .. } => Level::Prefix,
            Expression::Constructor { .. }
            | Expression::FunctionCall { .. }
            | Expression::FieldAccess { .. }
            | Expression::Swizzle { .. }
            | Expression::Index { .. }
            | Expression::Setting(_)
            | Expression::Postfix { .. } => Level::Postfix,
            // A number may have a sign, and a point behind one would become part of it.
            Expression::FloatLiteral { .. } | Expression::IntLiteral { .. } => Level::Prefix,
            Expression::BoolLiteral(_)
            | Expression::VariableReference { .. }
            | Expression::Void
            | Expression::Missing => Level::Term,
        }
    }
}

/// Whether the text of an expression begins with the sign `sign`, so that the same sign before it needs a blank.
pub(super) fn begins_with(model: &Model<'_>, at: At, sign: &str) -> bool {
    match model.expression(at) {
        // What is no number is spelt as a difference, and one without a sign with one in front.
        Expression::FloatLiteral { bits, .. } => {
            sign == "-" && (is_negative(bits) || f32::from_bits(bits).is_nan())
        }
        Expression::IntLiteral { bits, .. } => sign == "-" && is_negative(bits),
        Expression::Prefix { operator, .. } => operator.name().is_some_and(|name| name.starts_with(sign)),
        _ => false,
    }
}

fn is_negative(bits: u32) -> bool {
    bits >> 31 == 1
}
