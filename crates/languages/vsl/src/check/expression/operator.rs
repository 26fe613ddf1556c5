//! Checks operators: operand types, result type, and hints for operands they do not accept.
//!
//! Facts: VSL brief, section 9.

use super::Operand;
use crate::check::stage::StageChecker;
use crate::model::{ExpressionId, ExpressionKind};
use crate::rules::expression as rules;
use crate::syntax::tree::{BinaryOperator, UnaryOperator};
use crate::types::{Scalar, ValueType};
use glassbox_core::span::Span;

/// Types of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Operation {
    /// Component type of both operands after conversion.
    scalar: Scalar,
    /// Type of the result.
    result: ValueType,
}

impl StageChecker<'_, '_> {
    /// A prefix operator and its operand.
    pub(super) fn unary(
        &mut self,
        operator: UnaryOperator,
        operator_span: Span,
        operand: Operand,
    ) -> Option<ExpressionId> {
        let ty = self.type_of(operand.value);
        let is_fine = !ty.is_matrix()
            && match operator {
                UnaryOperator::Plus => ty.scalar.is_number(),
                UnaryOperator::Negate => matches!(ty.scalar, Scalar::Int | Scalar::Float),
                UnaryOperator::Not => ty.scalar == Scalar::Bool,
                UnaryOperator::Complement => ty.scalar.is_integer(),
            };
        if !is_fine {
            let symbol = operator.symbol();
            let message = format!("`{symbol}` is not defined for {ty}");
            let help = self.unary_help(operator, ty, operand.span);
            self.report(&rules::OPERANDS, operator_span, message)
                .label(operand.span, format!("this is {ty}"))
                .help(help);
            return None;
        }
        if operator == UnaryOperator::Negate
            && let ExpressionKind::Constant(bits) = self.stage.expression(operand.value).kind
        {
            let bits = match ty.scalar {
                Scalar::Float => (-f32::from_bits(bits)).to_bits(),
                _ => bits.wrapping_neg(),
            };
            return Some(self.constant(ty.scalar, bits));
        }
        Some(self.add(ExpressionKind::Unary(operator, operand.value), ty))
    }

    fn unary_help(&self, operator: UnaryOperator, ty: ValueType, span: Span) -> String {
        let text = self.tight_excerpt(span);
        match operator {
            UnaryOperator::Negate if ty.is_matrix() => format!("write `{text} * -1`"),
            UnaryOperator::Negate if ty.scalar == Scalar::Uint => {
                format!("a uint is never negative: write `-{}({})`", ty.of(Scalar::Int), self.excerpt(span))
            }
            UnaryOperator::Not if ty.is_scalar() => format!("compare it: `{text} == 0`"),
            UnaryOperator::Not if ty.is_vector() => format!("compare it: `{text} == {ty}(0)`"),
            UnaryOperator::Complement if ty.scalar == Scalar::Bool => format!("for bools write `!{text}`"),
            UnaryOperator::Complement if ty.scalar == Scalar::Float && !ty.is_matrix() => {
                format!("convert it first: `~{}({})`", ty.of(Scalar::Int), self.excerpt(span))
            }
            UnaryOperator::Plus | UnaryOperator::Negate if ty.scalar == Scalar::Bool => {
                format!("convert it first: `{}({})`", ty.of(Scalar::Int), self.excerpt(span))
            }
            _ => "remove the operator, or apply it to columns or components".to_owned(),
        }
    }

    /// Applies an operator to two values outside a single expression, as in `a += b`.
    pub(crate) fn operate(
        &mut self,
        operator: BinaryOperator,
        operator_span: Span,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Option<ExpressionId> {
        let operand = |value| Operand { value, span: operator_span };
        self.binary(operator, operator_span, operand(left), operand(right))
    }

    /// A binary operator and its operands.
    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        operator_span: Span,
        left: Operand,
        right: Operand,
    ) -> Option<ExpressionId> {
        let (a, b) = (self.type_of(left.value), self.type_of(right.value));
        let Some(operation) = operation(operator, a, b) else {
            let symbol = operator.symbol();
            let message = format!("`{symbol}` is not defined for {a} and {b}");
            let rule = match self.stage.expression(left.value).kind {
                ExpressionKind::Current => &crate::rules::statement::COMPOUND,
                _ => &rules::OPERANDS,
            };
            let help = if left.span == operator_span {
                compound_help(a, b)
            } else {
                self.binary_help(operator, (a, left.span), (b, right.span))
            };
            let mut finding = self.report(rule, operator_span, message);
            finding.help(help);
            if left.span != operator_span {
                finding.label(left.span, format!("this is {a}")).label(right.span, format!("this is {b}"));
            }
            return None;
        };
        let left = self.cast(left.value, operation.scalar);
        let right = self.cast(right.value, operation.scalar);
        Some(self.add(ExpressionKind::Binary(operator, left, right), operation.result))
    }

    fn binary_help(
        &self,
        operator: BinaryOperator,
        left: (ValueType, Span),
        right: (ValueType, Span),
    ) -> String {
        let ((a, a_span), (b, b_span)) = (left, right);
        let (a_text, b_text) = (self.tight_excerpt(a_span), self.tight_excerpt(b_span));
        let symbol = operator.symbol();
        let multiplies = operator == BinaryOperator::Multiply;
        let is_logical = matches!(operator, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr);
        let is_bitwise = matches!(operator, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor);
        let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
        let compares = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
        let has_bool = a.scalar == Scalar::Bool || b.scalar == Scalar::Bool;
        let are_bools = a.scalar == Scalar::Bool && b.scalar == Scalar::Bool;
        let has_float = a.scalar == Scalar::Float || b.scalar == Scalar::Float;
        let same_shape = a.is_shaped_like(b);

        if is_logical {
            if are_bools {
                return format!("join vectors to one bool first, with `all({a_text})` or `any({a_text})`");
            }
            if !a.is_matrix() && !b.is_matrix() {
                return "both sides are bools: compare numbers first, as in `x != 0`".to_owned();
            }
            return "both sides are bools: compare components first".to_owned();
        }
        if is_bitwise && has_bool {
            if are_bools {
                return match operator {
                    BinaryOperator::And => "for bools write `&&`".to_owned(),
                    BinaryOperator::Or => "for bools write `||`".to_owned(),
                    _ => "for bools write `!=`".to_owned(),
                };
            }
            return "comparisons bind tighter: set parentheses, as in `(a & b) == c`".to_owned();
        }
        if has_bool && !(compares && are_bools) {
            return "convert the bool first: `int(b)`, `float(b)`, or choose with `b ? x : y`".to_owned();
        }
        if (is_bitwise || is_shift) && has_float {
            return "convert floats first: `int(x)` by value, `bitCastInt(x)` by bits".to_owned();
        }
        if compares && a.is_matrix() && b == a {
            return "compare columns: `all(a[0] == b[0]) && …`".to_owned();
        }
        if multiplies && a.is_scalar() && b.is_vector() {
            return format!("put the vector first: `{b_text} * {a_text}`");
        }
        if multiplies && a.is_scalar() && b.is_matrix() {
            return format!("put the matrix first: `{b_text} * {a_text}`");
        }
        if multiplies && a.is_vector() && b.is_matrix() && a.rows == b.rows {
            return format!("put the matrix first: `transpose({b_text}) * {a_text}`");
        }
        if multiplies && a.is_matrix() && b.is_vector() {
            return format!("{a} takes a vector of {} components, as many as it has columns", a.columns);
        }
        if multiplies && a.is_matrix() && b.is_matrix() {
            return format!(
                "the right matrix needs as many rows as the left one has columns, {}; or transpose one",
                a.columns
            );
        }
        if a.is_vector() && b.is_scalar() && !a.is_matrix() {
            return format!("write `{a_text} {symbol} {}({})`", a.of(wider(a, b)), self.excerpt(b_span));
        }
        if a.is_scalar() && b.is_vector() {
            return format!("write `{}({}) {symbol} {b_text}`", b.of(wider(a, b)), self.excerpt(a_span));
        }
        if a.is_vector() && b.is_vector() && !same_shape {
            return if a.rows > b.rows {
                format!("choose {} components of the left one: `{a_text}.{}`", b.rows, letters(b))
            } else {
                format!("choose {} components of the right one: `{b_text}.{}`", a.rows, letters(a))
            };
        }
        if a.is_matrix() || b.is_matrix() {
            return "matrices are added to, subtracted from and divided by matrices of their size; work on columns for \
                    the rest"
                .to_owned();
        }
        "convert one of them with a constructor".to_owned()
    }

    /// `CONDITION ? YES : NO`
    pub(super) fn conditional(
        &mut self,
        span: Span,
        condition: Operand,
        yes: Operand,
        no: Operand,
    ) -> Option<ExpressionId> {
        let ty = self.type_of(condition.value);
        let mut is_fine = true;
        if ty != ValueType::BOOL {
            let message = format!("the condition of `?:` is a bool, this is {ty}");
            let text = self.tight_excerpt(condition.span);
            let help = match (ty.scalar, ty.is_scalar()) {
                (Scalar::Bool, _) => format!(
                    "join it with `all({text})` or `any({text})`, or choose by component with `mix(no, yes, {text})`"
                ),
                (_, true) => format!("compare it: `{text} != 0`"),
                _ => "compare one of its components".to_owned(),
            };
            self.report(&rules::OPERANDS, condition.span, message).help(help);
            is_fine = false;
        }
        let (a, b) = (self.type_of(yes.value), self.type_of(no.value));
        let Some(result) = chosen(a, b) else {
            let message = format!("`?:` cannot choose between {a} and {b}");
            let help = if a.is_shaped_like(b) {
                "convert one of them with a constructor".to_owned()
            } else {
                "both values need one shape: make one of the other's with a constructor".to_owned()
            };
            self.report(&rules::OPERANDS, span, message)
                .label(yes.span, format!("this is {a}"))
                .label(no.span, format!("this is {b}"))
                .help(help);
            return None;
        };
        if !is_fine {
            return None;
        }
        let yes = self.cast(yes.value, result.scalar);
        let no = self.cast(no.value, result.scalar);
        let kind = ExpressionKind::Conditional { condition: condition.value, yes, no };
        Some(self.add(kind, result))
    }
}

/// The operation on operands of these types; `None` if undefined.
fn operation(operator: BinaryOperator, a: ValueType, b: ValueType) -> Option<Operation> {
    use BinaryOperator::*;
    let scalar = wider(a, b);
    let result = match operator {
        LogicalAnd | LogicalOr => {
            let is_fine = a == ValueType::BOOL && b == ValueType::BOOL;
            return is_fine.then_some(Operation { scalar: Scalar::Bool, result: ValueType::BOOL });
        }
        Equal | NotEqual if a.scalar == Scalar::Bool && a == b => a,
        // No other operator takes bools.
        _ if a.scalar == Scalar::Bool || b.scalar == Scalar::Bool => return None,
        Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual => {
            (a.is_shaped_like(b) && !a.is_matrix()).then_some(a.of(Scalar::Bool))?
        }
        And | Or | Xor | ShiftLeft | ShiftRight if scalar == Scalar::Float => return None,
        Add | Subtract => a.is_shaped_like(b).then_some(a.of(scalar))?,
        Multiply if a.is_matrix() || b.is_matrix() => product(a, b)?,
        Divide if a.is_matrix() => (b.is_scalar() || b.is_shaped_like(a)).then_some(a)?,
        Multiply | Divide | Modulo | And | Or | Xor | ShiftLeft | ShiftRight => {
            let is_fine = !a.is_matrix() && !b.is_matrix() && (a.is_shaped_like(b) || b.is_scalar());
            is_fine.then_some(a.of(scalar))?
        }
    };
    Some(Operation { scalar, result })
}

/// Result type of a linear-algebra product, or of a matrix and a scalar.
fn product(a: ValueType, b: ValueType) -> Option<ValueType> {
    if !a.is_matrix() {
        return None;
    }
    if b.is_scalar() {
        return Some(a);
    }
    // A vector is a matrix of one column.
    let (columns, rows) = (b.columns, b.rows);
    let result = match columns {
        1 => ValueType::vector(Scalar::Float, a.rows),
        _ => ValueType::matrix(columns, a.rows),
    };
    (rows == a.columns).then_some(result)
}

/// Common type of both values of `?:`.
fn chosen(a: ValueType, b: ValueType) -> Option<ValueType> {
    let is_fine = a.is_shaped_like(b) && (a.scalar == Scalar::Bool) == (b.scalar == Scalar::Bool);
    is_fine.then_some(a.of(wider(a, b)))
}

/// Common component type of both operands: int converts to uint, both to float.
fn wider(a: ValueType, b: ValueType) -> Scalar {
    a.scalar.max(b.scalar)
}

/// Letters of a vector's first components.
fn letters(ty: ValueType) -> &'static str {
    &"xyzw"[..usize::from(ty.rows.min(4))]
}

fn compound_help(a: ValueType, b: ValueType) -> String {
    if a.is_vector() && b.is_scalar() && a.scalar != Scalar::Bool && b.scalar != Scalar::Bool {
        format!("make a vector of the scalar: `{}(…)`", a.of(wider(a, b)))
    } else {
        "convert the value with a constructor".to_owned()
    }
}
