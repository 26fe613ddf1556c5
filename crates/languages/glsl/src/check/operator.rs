//! Prefix and binary operators: types of operands and results, and constants.

use super::convert::common;
use super::fold;
use super::version::INTEGERS;
use crate::model::{At, BinaryOperator, ExpressionId, ExpressionKind, Scalars, UnaryOperator};
use crate::parse::Parser;
use crate::rules::{TYPE, UNDEFINED_RESULT};
use crate::types::{Scalar, Type};

/// How an operator is written.
pub(crate) const fn spelled(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitOr => "|",
        BinaryOperator::BitXor => "^",
        BinaryOperator::Less => "<",
        BinaryOperator::Greater => ">",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::LogicalXor => "^^",
    }
}

/// `+ - * /`
const fn is_arithmetic(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide
    )
}

/// `% << >> & | ^`
const fn is_whole(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Modulo
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
    )
}

const fn is_shift(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
}

const fn is_order(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::Greater
            | BinaryOperator::LessEqual
            | BinaryOperator::GreaterEqual
    )
}

const fn is_equality(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual)
}

impl Parser<'_> {
    /// `- ! ~` and a value. `+` only asks that there is a value.
    pub(crate) fn unary(&mut self, operator: UnaryOperator, operand: ExpressionId, at: At) -> ExpressionId {
        if self.is_error(operand) || !self.check_read(operand) {
            return self.push_error(at);
        }
        if operator == UnaryOperator::Complement && !self.require(INTEGERS, at, "`~`") {
            return self.push_error(at);
        }
        let ty = self.ty(operand);
        let component = self.component(ty);
        let is_cooperative = matches!(ty, Type::Parametric(_));
        let is_allowed = component.is_some_and(|component| match operator {
            UnaryOperator::Not => ty == Type::BOOL,
            UnaryOperator::Negate => {
                component != Scalar::Bool && (is_cooperative || self.has_arithmetic(component))
            }
            UnaryOperator::Complement => component.is_integer() && self.has_arithmetic(component),
        });
        if !is_allowed {
            let (sign, wanted) = match operator {
                UnaryOperator::Negate => ("-", "a number"),
                UnaryOperator::Not => ("!", "a `bool`"),
                UnaryOperator::Complement => ("~", "a whole number"),
            };
            let found = self.type_name(ty);
            let finding =
                self.finding(&TYPE, at, format!("found `{found}` behind `{sign}`, expected {wanted}"));
            let help = match operator {
                UnaryOperator::Not if ty.is_vector() => "write `not(…)` for a vector of `bool`",
                _ => "convert the value with a constructor",
            };
            self.add(finding.help(help));
            return self.push_error(at);
        }
        if let (Some(scalars), Some(component)) = (self.program.constant(operand), component) {
            let scalars = fold::unary(operator, component, scalars);
            return self.folded(ty, scalars, at, &[operand]);
        }
        let id = self.computed(ExpressionKind::Unary(operator, operand), ty, at, &[operand]);
        let is_float = component.is_some_and(Scalar::is_float);
        if is_float { id } else { self.specialize(id, &[operand]) }
    }

    /// A binary operator on two values, but for `&&` and `||`.
    pub(crate) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) -> ExpressionId {
        if self.is_error(left) || self.is_error(right) {
            return self.push_error(at);
        }
        if !self.check_read(left) || !self.check_read(right) {
            return self.push_error(at);
        }
        if is_whole(operator) && !self.require(INTEGERS, at, format_args!("`{}`", spelled(operator))) {
            return self.push_error(at);
        }
        if is_equality(operator)
            && let Some(result) = self.composite_equality(operator, left, right, at)
        {
            return result;
        }
        if matches!(self.ty(left), Type::Reference(_)) || matches!(self.ty(right), Type::Reference(_)) {
            return self.reference_arithmetic(operator, left, right, at);
        }
        if matches!(self.ty(left), Type::Parametric(_)) || matches!(self.ty(right), Type::Parametric(_)) {
            return self.cooperative(operator, left, right, at);
        }
        let Some((left, right, ty)) = self.operands(operator, left, right) else {
            return self.operand_error(spelled(operator), left, right, at);
        };
        self.combined(operator, left, right, ty, at)
    }

    /// The operands converted to the types that the operator has, and the type of the result; `None` where it has none.
    pub(crate) fn operands(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Option<(ExpressionId, ExpressionId, Type)> {
        let (first, second) = (self.ty(left).scalar()?, self.ty(right).scalar()?);
        if !self.has_arithmetic(first) || !self.has_arithmetic(second) {
            return None;
        }
        if is_shift(operator) {
            let shape = shifted(self.ty(left), self.ty(right))?;
            return (first.is_integer() && second.is_integer()).then_some((left, right, shape));
        }
        if operator == BinaryOperator::LogicalXor {
            let is_bool = self.ty(left) == Type::BOOL && self.ty(right) == Type::BOOL;
            return is_bool.then_some((left, right, Type::BOOL));
        }
        let component = common(&self.program.environment, first, second)?;
        let is_allowed = if is_equality(operator) {
            true
        } else if is_whole(operator) {
            component.is_integer()
        } else {
            component != Scalar::Bool
        };
        if !is_allowed {
            return None;
        }
        let (left_type, right_type) =
            (self.ty(left).with_scalar(component), self.ty(right).with_scalar(component));
        let ty = if is_equality(operator) {
            (left_type == right_type).then_some(Type::BOOL)?
        } else if is_order(operator) {
            (left_type.is_scalar() && right_type.is_scalar()).then_some(Type::BOOL)?
        } else {
            let is_linear = operator == BinaryOperator::Multiply;
            if is_linear { multiplied(left_type, right_type)? } else { joined(left_type, right_type)? }
        };
        if is_whole(operator) && ty.is_matrix() {
            return None;
        }
        let (left_at, right_at) = (self.at_of(left), self.at_of(right));
        let left = self.cast(left, component, left_at);
        let right = self.cast(right, component, right_at);
        Some((left, right, ty))
    }

    /// The expression for operands that fit.
    fn combined(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        ty: Type,
        at: At,
    ) -> ExpressionId {
        self.warn_of_undefined(operator, left, right, at);
        if let (Some(first), Some(second)) = (self.program.constant(left), self.program.constant(right)) {
            let (left_type, right_type) = (self.ty(left), self.ty(right));
            let scalars = if is_equality(operator) {
                let types: Vec<Scalar> = left_type.scalar().into_iter().collect();
                let is_equal = fold::equal(first, second, &types);
                Scalars::from_slice(&[u64::from(is_equal == (operator == BinaryOperator::Equal))])
            } else {
                fold::binary(operator, (left_type, first), (right_type, second))
            };
            return self.folded(ty, scalars, at, &[left, right]);
        }
        let is_float = self.ty(left).scalar().is_some_and(Scalar::is_float);
        let id = self.computed(ExpressionKind::Binary(operator, left, right), ty, at, &[left, right]);
        if is_float { id } else { self.specialize(id, &[left, right]) }
    }

    /// Warns of divisions by 0 and shifts by as many bits as there are.
    fn warn_of_undefined(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) {
        let is_division = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
        if !is_division && !is_shift(operator) {
            return;
        }
        let (Some(component), Some(second)) = (self.ty(left).scalar(), self.ty(right).scalar()) else {
            return;
        };
        let Some(scalars) = self.program.constant(right) else {
            return;
        };
        if !component.is_integer() {
            return;
        }
        let width = u64::from(component.width());
        if is_division && scalars.contains(&0) {
            let message = "found a division of whole numbers by 0, whose result is undefined";
            let finding = self.finding(&UNDEFINED_RESULT, at, message);
            self.add(finding.help("divide by another number"));
        } else if is_shift(operator)
            && let Some(bits) = scalars.iter().find(|bits| **bits >= width)
        {
            let shown = if second.is_signed() { (*bits as i64).to_string() } else { bits.to_string() };
            let message = format!("found a shift by {shown} of {width} bits, whose result is undefined");
            let finding = self.finding(&UNDEFINED_RESULT, at, message);
            self.add(finding.help(format!("shift by 0 to {}", width - 1)));
        }
    }

    /// `&&` and `||`.
    pub(crate) fn logical(
        &mut self,
        is_and: bool,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) -> ExpressionId {
        if self.is_error(left) || self.is_error(right) || !self.check_read(left) || !self.check_read(right) {
            return self.push_error(at);
        }
        let sign = if is_and { "&&" } else { "||" };
        if self.ty(left) != Type::BOOL || self.ty(right) != Type::BOOL {
            return self.operand_error(sign, left, right, at);
        }
        let first = self.program.constant(left).and_then(|scalars| scalars.first()).copied();
        let second = self.program.constant(right).and_then(|scalars| scalars.first()).copied();
        if let (Some(first), Some(second)) = (first, second) {
            let value = if is_and { first & second } else { first | second };
            return self.folded(Type::BOOL, Scalars::from_slice(&[value]), at, &[left, right]);
        }
        let kind = if is_and { ExpressionKind::And(left, right) } else { ExpressionKind::Or(left, right) };
        let id = self.computed(kind, Type::BOOL, at, &[left, right]);
        self.specialize(id, &[left, right])
    }

    /// Reports operands that an operator does not take.
    pub(crate) fn operand_error(
        &mut self,
        sign: &str,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) -> ExpressionId {
        let (first, second) = (self.ty(left), self.ty(right));
        let (left_name, right_name) = (self.type_name(first), self.type_name(second));
        let message =
            format!("found `{left_name} {sign} {right_name}`, which is no operation of the language");
        let finding = self.finding(&TYPE, at, message);
        let order = match sign {
            "<" => Some("lessThan"),
            ">" => Some("greaterThan"),
            "<=" => Some("lessThanEqual"),
            ">=" => Some("greaterThanEqual"),
            _ => None,
        };
        let help = match order {
            Some(function) if first.is_vector() && first == second => {
                format!("write `{function}(…, …)` to compare component by component")
            }
            _ if first.is_numeric_or_bool() && second.is_numeric_or_bool() => {
                format!("convert one of the values, as with `{left_name}(…)`")
            }
            _ => "use values of types that fit".to_owned(),
        };
        self.add(finding.help(help));
        self.push_error(at)
    }
}

/// The type of `left << right`.
fn shifted(left: Type, right: Type) -> Option<Type> {
    match (left, right) {
        (Type::Scalar(_) | Type::Vector(..), Type::Scalar(_)) => Some(left),
        (Type::Vector(_, first), Type::Vector(_, second)) => (first == second).then_some(left),
        _ => None,
    }
}

/// The type of operands that are combined component by component.
fn joined(left: Type, right: Type) -> Option<Type> {
    if left == right || right.is_scalar() {
        return Some(left);
    }
    left.is_scalar().then_some(right)
}

/// The type of `left * right`.
pub(crate) fn multiplied(left: Type, right: Type) -> Option<Type> {
    match (left, right) {
        (Type::Matrix(scalar, columns, rows), Type::Vector(_, count)) => {
            (columns == count).then_some(Type::Vector(scalar, rows))
        }
        (Type::Vector(scalar, count), Type::Matrix(_, columns, rows)) => {
            (count == rows).then_some(Type::Vector(scalar, columns))
        }
        (Type::Matrix(scalar, shared, rows), Type::Matrix(_, columns, inner)) => {
            (shared == inner).then_some(Type::Matrix(scalar, columns, rows))
        }
        _ => joined(left, right),
    }
}

/// Whether an operator on cooperative matrices or vectors may be.
pub(crate) const fn is_cooperative_operator(operator: BinaryOperator) -> bool {
    is_arithmetic(operator)
}
