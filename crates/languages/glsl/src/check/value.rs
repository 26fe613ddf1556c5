//! Expressions as values: constants, precision, and what operands hand on to what is computed from them.

use std::rc::Rc;

use super::fold;
use crate::model::{At, ConstantId, Expression, ExpressionId, ExpressionKind, Precision, Scalars};
use crate::parse::Parser;
use crate::rules::{LIMIT, TYPE};
use crate::types::{Length, Scalar, StructId, Type};

/// How many components the constants of a stage have at most.
const MAX_CONSTANTS: usize = 1 << 23;

impl Parser<'_> {
    pub(crate) fn kind(&self, id: ExpressionId) -> &ExpressionKind {
        &self.program.expression(id).kind
    }

    pub(crate) fn at_of(&self, id: ExpressionId) -> At {
        self.program.expression(id).at
    }

    pub(crate) fn expression_mut(&mut self, id: ExpressionId) -> Option<&mut Expression> {
        self.program.expressions.get_mut(id.0 as usize)
    }

    /// Whether an expression stands for one that has been reported.
    pub(crate) fn is_error(&self, id: ExpressionId) -> bool {
        self.ty(id).is_error()
    }

    /// Whether the value is known now, or when the module is specialized.
    pub(crate) fn is_constant(&self, id: ExpressionId) -> bool {
        let expression = self.program.expression(id);
        matches!(expression.kind, ExpressionKind::Constant(_) | ExpressionKind::Text(_))
            || expression.is_specialized
    }

    /// Whether the value is known now.
    pub(crate) fn is_folded(&self, id: ExpressionId) -> bool {
        matches!(self.kind(id), ExpressionKind::Constant(_))
    }

    /// The number of a constant integer.
    pub(crate) fn integer(&self, id: ExpressionId) -> Option<i64> {
        let scalar = self.ty(id).scalar().filter(|scalar| scalar.is_integer())?;
        let bits = *self.program.constant(id)?.first()?;
        Some(if scalar == Scalar::Uint64 { i64::try_from(bits).unwrap_or(i64::MAX) } else { bits as i64 })
    }

    /// Adds an expression that is computed from operands: it is as precise as the most precise one, and not uniform if one is
    /// not.
    pub(crate) fn computed(
        &mut self,
        kind: ExpressionKind,
        ty: Type,
        at: At,
        operands: &[ExpressionId],
    ) -> ExpressionId {
        let mut precision = Precision::None;
        let mut is_nonuniform = false;
        for operand in operands {
            let operand = self.program.expression(*operand);
            precision = precision.max(operand.precision);
            is_nonuniform |= operand.is_nonuniform;
        }
        let has_precision = matches!(
            self.program.types.innermost(ty).scalar(),
            Some(Scalar::Int | Scalar::Uint | Scalar::Float)
        );
        let id = self.push(kind, ty, at);
        if let Some(expression) = self.expression_mut(id) {
            expression.precision = if has_precision { precision } else { Precision::None };
            expression.is_nonuniform = is_nonuniform;
        }
        id
    }

    /// Marks a computed expression as one of specialization constants where all operands are constants and one is such.
    pub(crate) fn specialize(&mut self, id: ExpressionId, operands: &[ExpressionId]) -> ExpressionId {
        let is_all = operands.iter().all(|operand| self.is_constant(*operand));
        let is_one = operands.iter().any(|operand| self.program.expression(*operand).is_specialized);
        if let Some(expression) = self.expression_mut(id) {
            expression.is_specialized = is_all && is_one;
        }
        id
    }

    /// Adds a constant that keeps the precision of what it was computed from.
    pub(crate) fn folded(
        &mut self,
        ty: Type,
        scalars: Scalars,
        at: At,
        operands: &[ExpressionId],
    ) -> ExpressionId {
        if !self.spend(scalars.len(), at) {
            return self.push_error(at);
        }
        let precision = operands
            .iter()
            .map(|operand| self.program.expression(*operand).precision)
            .max()
            .unwrap_or_default();
        let id = self.push_constant(ty, scalars, at);
        if let Some(expression) = self.expression_mut(id) {
            expression.precision = precision;
        }
        id
    }

    /// Counts components that are computed now. Whether there were not too many.
    pub(crate) fn spend(&mut self, components: usize, at: At) -> bool {
        let was_spent = self.state.constant_size > MAX_CONSTANTS;
        self.state.constant_size = self.state.constant_size.saturating_add(components);
        let is_spent = self.state.constant_size > MAX_CONSTANTS;
        if is_spent && !was_spent {
            let message = format!("found constants of more than {MAX_CONSTANTS} components, expected fewer");
            let finding = self.finding(&LIMIT, at, message);
            self.add(finding.help("read large tables from a buffer"));
        }
        !is_spent
    }

    /// Another use of a constant that there is.
    pub(crate) fn shared_constant(&mut self, ty: Type, constant: ConstantId, at: At) -> ExpressionId {
        self.push(ExpressionKind::Constant(constant), ty, at)
    }

    /// Adds a constant of type `int`.
    pub(crate) fn small_constant(&mut self, value: i64, at: At) -> ExpressionId {
        self.push_constant(Type::INT, Scalars::from_slice(&[value as u64]), at)
    }

    /// How many components a constant of a type has. `None` where it has a size that is not known.
    pub(crate) fn component_count(&mut self, ty: Type) -> Option<usize> {
        match ty {
            Type::Array(id) => {
                let array = self.program.types.array_of(id);
                let Length::Fixed(length) = array.length else {
                    return None;
                };
                Some(self.component_count(array.element)?.saturating_mul(length as usize))
            }
            Type::Struct(id) => self.member_offsets(id).and_then(|offsets| offsets.last().copied()),
            Type::Reference(_) => Some(1),
            other => Some(other.components() as usize).filter(|count| *count > 0),
        }
    }

    /// Where the members of a structure begin in a constant of it; the last number is the size of all. `None` where a member
    /// has no constants.
    pub(crate) fn member_offsets(&mut self, id: StructId) -> Option<Rc<[usize]>> {
        if let Some(known) = self.state.offsets.get(&id) {
            return known.clone();
        }
        let members: Vec<Type> =
            self.program.types.structure(id).members.iter().map(|member| member.ty).collect();
        let mut offsets = vec![0usize];
        let mut sum = 0usize;
        for member in members {
            let Some(count) = self.component_count(member) else {
                self.state.offsets.insert(id, None);
                return None;
            };
            sum = sum.saturating_add(count);
            offsets.push(sum);
        }
        let offsets: Rc<[usize]> = Rc::from(offsets);
        self.state.offsets.insert(id, Some(offsets.clone()));
        Some(offsets)
    }

    /// Types of the components of a constant, in order. Of an array those of one element.
    pub(crate) fn component_types(&mut self, ty: Type) -> Vec<Scalar> {
        let mut types = Vec::new();
        self.add_component_types(ty, &mut types);
        types
    }

    fn add_component_types(&self, ty: Type, types: &mut Vec<Scalar>) {
        if types.len() > MAX_CONSTANTS {
            return;
        }
        match ty {
            Type::Array(id) => {
                let array = self.program.types.array_of(id);
                let Length::Fixed(length) = array.length else {
                    return;
                };
                for _ in 0..length {
                    self.add_component_types(array.element, types);
                    if types.len() > MAX_CONSTANTS {
                        return;
                    }
                }
            }
            Type::Struct(id) => {
                for member in &self.program.types.structure(id).members {
                    self.add_component_types(member.ty, types);
                }
            }
            other => {
                let component = other.scalar().unwrap_or(Scalar::Uint64);
                types.extend(std::iter::repeat_n(component, other.components().max(1) as usize));
            }
        }
    }

    /// A value as another type of the same shape, by an explicit conversion.
    pub(crate) fn cast(&mut self, value: ExpressionId, to: Scalar, at: At) -> ExpressionId {
        let from_type = self.ty(value);
        let Some(from) = self.component(from_type) else {
            return value;
        };
        if from == to {
            return value;
        }
        let ty = self.with_component(from_type, to);
        if let Some(scalars) = self.program.constant(value) {
            let scalars = fold::convert(from, to, scalars);
            return self.folded(ty, scalars, at, &[value]);
        }
        let id = self.computed(ExpressionKind::Convert(value), ty, at, &[value]);
        // Between floats or among whole numbers and truth values, a conversion is made of constants alone.
        if from.is_float() == to.is_float() { self.specialize(id, &[value]) } else { id }
    }

    /// A value as a type that it converts to by itself; `None` where it does not.
    pub(crate) fn converted(&mut self, value: ExpressionId, ty: Type) -> Option<ExpressionId> {
        let from = self.ty(value);
        if from.is_error() || ty.is_error() || self.program.types.is_same(from, ty) {
            return Some(value);
        }
        let (Some(component), Some(to)) = (self.component(from), self.component(ty)) else {
            return None;
        };
        let is_same_shape = match ty {
            Type::Parametric(_) => self.is_same_length(from, ty),
            _ => from.with_scalar(to) == ty,
        };
        if !is_same_shape || !super::convert::converts(&self.program.environment, component, to) {
            return None;
        }
        let at = self.at_of(value);
        Some(self.cast(value, to, at))
    }

    /// The value as a type that it converts to by itself; a finding where it does not.
    pub(crate) fn converted_or_reported(
        &mut self,
        value: ExpressionId,
        ty: Type,
        what: &str,
    ) -> ExpressionId {
        if let Some(converted) = self.converted(value, ty) {
            return converted;
        }
        let at = self.at_of(value);
        let (found, wanted) = (self.type_name(self.ty(value)), self.type_name(ty));
        let finding = self.finding(&TYPE, at, format!("found `{found}` for {what}, expected `{wanted}`"));
        let help = self.conversion_help(self.ty(value), ty);
        self.add(finding.help(help));
        self.push_error(at)
    }

    /// How a value of one type becomes one of another.
    pub(crate) fn conversion_help(&self, from: Type, to: Type) -> String {
        let wanted = self.type_name(to);
        let has_constructor = from.is_numeric_or_bool() && to.is_numeric_or_bool();
        if has_constructor && from.components() >= to.components() {
            format!("write `{wanted}(…)` around the value")
        } else {
            format!("use a value of type `{wanted}`")
        }
    }
}
