//! Defines operator precedence: decides where parentheses and spaces are required.
//!
//! Source: the grammar and the operator table of the language.

use crate::model::{Model, ModelNode};
use crate::raw::Operator;
use crate::view::Expression;

/// A level of the expression grammar, loosest first. An expression needs no parentheses in a context of its
/// own or a looser level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// Comma expressions.
    Comma,
    /// Assignments; right-associative.
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
    /// Prefix operators and signed numbers.
    Prefix,
    /// Calls, indexes, fields, swizzles, postfix operators.
    Postfix,
    /// Names and keywords.
    Term,
}

impl Level {
    /// Level of a binary operator.
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

    /// Levels required of a binary operator's left and right operands.
    pub(super) fn operands(self) -> (Level, Level) {
        match self {
            Level::Assignment => (Level::Ternary, Level::Assignment),
            other => (other, other.tighter()),
        }
    }

    /// Next tighter level.
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

    /// Level of an expression.
    pub(super) fn of(model: &Model<'_>, at: ModelNode) -> Level {
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
            // A number may be signed, and a following point would become part of it.
            Expression::FloatLiteral { .. } | Expression::IntLiteral { .. } => Level::Prefix,
            Expression::BoolLiteral(_)
            | Expression::VariableReference { .. }
            | Expression::Void
            | Expression::Missing => Level::Term,
        }
    }
}

/// True if the text of an expression begins with `sign`, which then needs a space after the same sign.
pub(super) fn begins_with(model: &Model<'_>, at: ModelNode, sign: &str) -> bool {
    match model.expression(at) {
        // NaN is spelled as a difference; a positive one with a sign in front.
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
