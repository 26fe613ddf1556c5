//! Operators on structures, arrays, buffer references, and cooperative matrices and vectors.

use super::fold;
use super::operator::{is_cooperative_operator, spelled};
use super::version::ARRAY_OBJECTS;
use crate::model::{At, BinaryOperator, ExpressionId, ExpressionKind, Scalars};
use crate::parse::Parser;
use crate::rules::TYPE;
use crate::types::{ParametricKind, Scalar, Type};

impl Parser<'_> {
    /// `==` and `!=` of structures and arrays, and what is refused of others; `None` where the common rules hold.
    pub(crate) fn composite_equality(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) -> Option<ExpressionId> {
        let (ty, other) = (self.ty(left), self.ty(right));
        let is_composite = |ty: Type| matches!(ty, Type::Struct(_) | Type::Array(_));
        let sign = spelled(operator);
        if self.contains_array(ty) && !self.require(ARRAY_OBJECTS, at, "a comparison of arrays") {
            return Some(self.push_error(at));
        }
        let holds_reference =
            |parser: &Self, ty| parser.program.types.contains(ty, &|ty| matches!(ty, Type::Reference(_)));
        let is_refused = self.contains_opaque(ty)
            || self.contains_specialized(ty)
            || holds_reference(self, ty)
            || self.is_block(self.program.types.innermost(ty));
        if is_refused {
            return Some(self.operand_error(sign, left, right, at));
        }
        if !is_composite(ty) && !is_composite(other) {
            return None;
        }
        if !self.program.types.is_same(ty, other) || self.contains_unsized(ty) {
            return Some(self.operand_error(sign, left, right, at));
        }
        if self.program.constant(left).is_some() && self.program.constant(right).is_some() {
            let types = self.component_types(ty);
            if !self.spend(types.len(), at) {
                return Some(self.push_error(at));
            }
            let first = self.program.constant(left).unwrap_or_default();
            let second = self.program.constant(right).unwrap_or_default();
            let is_equal = fold::equal(first, second, &types);
            let value = u64::from(is_equal == (operator == BinaryOperator::Equal));
            return Some(self.folded(Type::BOOL, Scalars::from_slice(&[value]), at, &[]));
        }
        Some(self.computed(ExpressionKind::Binary(operator, left, right), Type::BOOL, at, &[left, right]))
    }

    /// `reference + 1`, `reference - reference` and so on.
    pub(crate) fn reference_arithmetic(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) -> ExpressionId {
        let (first, second) = (self.ty(left), self.ty(right));
        let int64 = Type::Scalar(Scalar::Int64);
        let fitting = match (first, second, operator) {
            (Type::Reference(_), Type::Reference(_), BinaryOperator::Subtract) if first == second => {
                (self.is_counted(first)).then_some((left, right, int64))
            }
            (Type::Reference(_), Type::Scalar(_), BinaryOperator::Add | BinaryOperator::Subtract) => {
                self.reference_step(operator, first, right, at).map(|right| (left, right, first))
            }
            (Type::Scalar(_), Type::Reference(_), BinaryOperator::Add) => {
                self.reference_step(operator, second, left, at).map(|left| (right, left, second))
            }
            _ => None,
        };
        let Some((left, right, ty)) = fitting else {
            return self.operand_error(spelled(operator), left, right, at);
        };
        if !self.require_extension(&["GL_EXT_buffer_reference2"], at, "arithmetic on a buffer reference") {
            return self.push_error(at);
        }
        self.computed(ExpressionKind::Binary(operator, left, right), ty, at, &[left, right])
    }

    /// Whether what a reference refers to has a size.
    fn is_counted(&self, reference: Type) -> bool {
        match reference {
            Type::Reference(id) => !self.contains_unsized(Type::Struct(id)),
            _ => false,
        }
    }

    /// The number of elements that a reference is moved by, as `int64_t`.
    pub(crate) fn reference_step(
        &mut self,
        operator: BinaryOperator,
        reference: Type,
        value: ExpressionId,
        at: At,
    ) -> Option<ExpressionId> {
        let is_step = matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract);
        let is_whole = matches!(self.ty(value), Type::Scalar(scalar) if scalar.is_integer());
        if !is_step || !is_whole || !self.is_counted(reference) {
            return None;
        }
        Some(self.cast(value, Scalar::Int64, at))
    }

    /// Operators on cooperative matrices and vectors.
    pub(crate) fn cooperative(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) -> ExpressionId {
        let (first, second) = (self.ty(left), self.ty(right));
        if self.is_long_vector(first) || self.is_long_vector(second) {
            return match self.long_binary(operator, left, right, at) {
                Some(result) => result,
                None => self.operand_error(spelled(operator), left, right, at),
            };
        }
        let ty = if matches!(first, Type::Parametric(_)) { first } else { second };
        let (left, right) = (self.cooperative_scalar(ty, left), self.cooperative_scalar(ty, right));
        let (first, second) = (self.ty(left), self.ty(right));
        let is_left_allowed = first == ty || self.is_cooperative_scalar(operator, ty, first);
        let is_right_allowed = second == ty || self.is_cooperative_scalar(operator, ty, second);
        let is_allowed =
            is_left_allowed && is_right_allowed && self.has_cooperative(operator, ty, first == second);
        if !is_allowed {
            return self.operand_error(spelled(operator), left, right, at);
        }
        self.computed(ExpressionKind::Binary(operator, left, right), ty, at, &[left, right])
    }

    /// The right operand of a compound assignment to a cooperative matrix or vector.
    pub(crate) fn cooperative_value(
        &mut self,
        operator: BinaryOperator,
        ty: Type,
        value: ExpressionId,
    ) -> Option<ExpressionId> {
        let other = self.ty(value);
        if self.is_long_vector(ty) {
            let component = self.component(ty)?;
            let from = self.component(other)?;
            let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
            let fits = is_shift || super::convert::converts(&self.program.environment, from, component);
            let at = self.at_of(value);
            let value = if is_shift || !fits { value } else { self.cast(value, component, at) };
            let is_long = self.is_same_length(ty, other) || self.ty(value).is_scalar();
            let is_allowed = match operator {
                BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::Divide => component != Scalar::Bool,
                _ => component.is_integer() && from.is_integer(),
            };
            return (fits && is_long && is_allowed && self.has_arithmetic(component)).then_some(value);
        }
        let value = self.cooperative_scalar(ty, value);
        let other = self.ty(value);
        let is_same = other == ty;
        let fits = is_same || self.is_cooperative_scalar(operator, ty, other);
        (fits && self.has_cooperative(operator, ty, is_same)).then_some(value)
    }

    /// A scalar beside a cooperative vector, as a component of it where it converts to one.
    fn cooperative_scalar(&mut self, ty: Type, value: ExpressionId) -> ExpressionId {
        let (Some(component), Type::Scalar(from)) = (self.component(ty), self.ty(value)) else {
            return value;
        };
        if !self.is_cooperative_vector(ty)
            || !super::convert::converts(&self.program.environment, from, component)
        {
            return value;
        }
        let at = self.at_of(value);
        self.cast(value, component, at)
    }

    /// Whether an operator takes a scalar beside the cooperative type.
    fn is_cooperative_scalar(&self, operator: BinaryOperator, ty: Type, other: Type) -> bool {
        operator == BinaryOperator::Multiply
            && matches!(other, Type::Scalar(scalar) if self.component(ty) == Some(scalar))
    }

    fn has_cooperative(&self, operator: BinaryOperator, ty: Type, is_same: bool) -> bool {
        let Some(parametric) = self.parametric(ty) else {
            return false;
        };
        let component = parametric.component.unwrap_or(Scalar::Float);
        let is_limited = matches!(component, Scalar::BFloat16 | Scalar::FloatE5M2 | Scalar::FloatE4M3);
        let is_whole = matches!(
            operator,
            BinaryOperator::Modulo | BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor
        );
        if is_whole {
            return is_same && component.is_integer();
        }
        match parametric.kind {
            ParametricKind::CooperativeMatrix => is_cooperative_operator(operator) && !is_limited,
            ParametricKind::CooperativeMatrixNv => {
                let is_product = operator == BinaryOperator::Multiply && is_same;
                is_cooperative_operator(operator) && !is_product
            }
            ParametricKind::CooperativeVector => {
                let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
                (is_cooperative_operator(operator) && !is_limited) || (is_shift && component.is_integer())
            }
            _ => false,
        }
    }

    /// `condition ? yes : no`
    pub(crate) fn conditional(
        &mut self,
        condition: ExpressionId,
        yes: ExpressionId,
        no: ExpressionId,
        at: At,
    ) -> ExpressionId {
        if [condition, yes, no].iter().any(|part| self.is_error(*part)) {
            return self.push_error(at);
        }
        if ![condition, yes, no].iter().all(|part| self.check_read(*part)) {
            return self.push_error(at);
        }
        if self.ty(condition) != Type::BOOL {
            let found = self.type_name(self.ty(condition));
            let finding = self.finding(&TYPE, at, format!("found `{found}` before `?`, expected `bool`"));
            self.add(finding.help("compare the value with another"));
            return self.push_error(at);
        }
        let (first, second) = (self.ty(yes), self.ty(no));
        let common = match (first.scalar(), second.scalar()) {
            (Some(one), Some(other)) => super::convert::common(&self.program.environment, one, other)
                .filter(|scalar| first.with_scalar(*scalar) == second.with_scalar(*scalar)),
            _ => None,
        };
        let (yes, no) = match common {
            Some(scalar) => {
                let (yes_at, no_at) = (self.at_of(yes), self.at_of(no));
                (self.cast(yes, scalar, yes_at), self.cast(no, scalar, no_at))
            }
            None => (yes, no),
        };
        let ty = self.ty(yes);
        let has_value = !self.contains_opaque(ty) && ty != Type::Text && !self.is_block(ty);
        if !has_value || !self.program.types.is_same(ty, self.ty(no)) {
            return self.operand_error(":", yes, no, at);
        }
        let chosen = self.program.constant(condition).and_then(|scalars| scalars.first()).copied();
        if let Some(chosen) = chosen
            && self.is_folded(yes)
            && self.is_folded(no)
        {
            return if chosen == 0 { no } else { yes };
        }
        let id = self.computed(ExpressionKind::Conditional(condition, yes, no), ty, at, &[yes, no]);
        if let Some(expression) = self.expression_mut(id) {
            expression.is_nonuniform = false;
        }
        self.specialize(id, &[condition, yes, no])
    }
}
