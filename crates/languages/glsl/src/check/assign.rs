//! Assignments, `++` and `--`.

use super::operator::spelled;
use super::version::{ARRAY_OBJECTS, INTEGERS};
use crate::model::{At, BinaryOperator, ExpressionId, ExpressionKind};
use crate::parse::Parser;
use crate::rules::{TYPE, UNAVAILABLE};
use crate::types::{Scalar, Type};

impl Parser<'_> {
    /// `place = value`
    pub(crate) fn assign(&mut self, place: ExpressionId, value: ExpressionId, at: At) -> ExpressionId {
        self.record_write(place, false);
        if self.is_error(place) || self.is_error(value) {
            return self.push_error(at);
        }
        let ty = self.ty(place);
        if !self.check_assigned_type(ty, at) || !self.check_write(place, at) || !self.check_read(value) {
            return self.push_error(at);
        }
        let from = self.ty(value);
        let value = if self.is_block(ty) { None } else { self.converted(value, ty) };
        match value {
            Some(value) => self.written(ExpressionKind::Assign(place, value), place, at),
            None => self.assignment_error(place, from, at),
        }
    }

    fn assignment_error(&mut self, place: ExpressionId, from: Type, at: At) -> ExpressionId {
        let ty = self.ty(place);
        let wanted = self.type_name(ty);
        let found = self.type_name(from);
        let name = self.root_name(place);
        let target = if name.is_empty() || self.base(place).is_some() {
            format!("a target of type `{wanted}`")
        } else {
            format!("`{name}`, which is `{wanted}`")
        };
        let message = format!("found a value of type `{found}` behind `=`, expected one for {target}");
        let finding = self.finding(&TYPE, at, message);
        let help = self.conversion_help(from, ty);
        self.add(finding.help(help));
        self.push_error(at)
    }

    /// Reports types that have no assignment.
    pub(crate) fn check_assigned_type(&mut self, ty: Type, at: At) -> bool {
        if self.contains_array(ty) && !self.require(ARRAY_OBJECTS, at, "an assignment of an array") {
            return false;
        }
        let is_composite = matches!(ty, Type::Array(_) | Type::Struct(_));
        if !is_composite {
            return true;
        }
        if self.contains_specialized(ty) {
            let finding = self.finding(
                &TYPE,
                at,
                "found an assignment of an array whose size is a specialization constant, expected one of its elements",
            );
            self.add(finding.help("assign the elements in a loop"));
            return false;
        }
        let is_opaque = self.program.types.contains(ty, &|ty| {
            matches!(
                ty,
                Type::Sampled(_) | Type::Texture(_) | Type::Image(_) | Type::Sampler(_) | Type::Subpass(_)
            )
        });
        let is_bindless = self.program.environment.has("GL_ARB_bindless_texture");
        if is_opaque && !is_bindless || self.program.types.holds_buffer(ty) {
            let message = format!(
                "found an assignment of `{}`, which holds samplers, images or buffers, expected a type with values",
                self.type_name(ty)
            );
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("assign the other members one by one"));
            return false;
        }
        self.check_storage_only(ty, at, "an assignment")
    }

    /// The same of a value that a function returns.
    pub(crate) fn check_storage_only_value(&mut self, ty: Type, at: At) {
        if matches!(ty, Type::Array(_) | Type::Struct(_)) {
            self.check_storage_only(ty, at, "a result");
        }
    }

    /// Reports types of 8 or 16 bits in structures and arrays that may only be stored here.
    pub(crate) fn check_storage_only(&mut self, ty: Type, at: At, what: &str) -> bool {
        let Some(scalar) = self.storage_only(ty) else {
            return true;
        };
        if !scalar.is_arithmetic_optional() {
            return true;
        }
        let name = super::name::scalar_name(scalar);
        let message =
            format!("found {what} of `{}`, which holds `{name}`, without its arithmetic", self.type_name(ty));
        let finding = self.finding(&UNAVAILABLE, at, message);
        self.add(finding.help("write `#extension GL_EXT_shader_explicit_arithmetic_types : require`"));
        false
    }

    /// `place op= value`
    pub(crate) fn assign_with(
        &mut self,
        operator: BinaryOperator,
        place: ExpressionId,
        value: ExpressionId,
        at: At,
    ) -> ExpressionId {
        self.record_write(place, true);
        if self.is_error(place) || self.is_error(value) {
            return self.push_error(at);
        }
        let sign = format!("{}=", spelled(operator));
        let is_whole = !matches!(
            operator,
            BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::Divide
        );
        if is_whole && !self.require(INTEGERS, at, format_args!("`{sign}`")) {
            return self.push_error(at);
        }
        if !self.check_write(place, at) || !self.check_read(value) || !self.check_read(place) {
            return self.push_error(at);
        }
        match self.compound_value(operator, place, value, at) {
            Some(value) => self.written(ExpressionKind::AssignWith(operator, place, value), place, at),
            None => self.operand_error(&sign, place, value, at),
        }
    }

    /// The right operand of a compound assignment, converted; `None` where it does not fit.
    fn compound_value(
        &mut self,
        operator: BinaryOperator,
        place: ExpressionId,
        value: ExpressionId,
        at: At,
    ) -> Option<ExpressionId> {
        let ty = self.ty(place);
        if matches!(ty, Type::Reference(_)) {
            return self.reference_step(operator, ty, value, at);
        }
        if matches!(ty, Type::Parametric(_)) {
            return self.cooperative_value(operator, ty, value);
        }
        let component = ty.scalar()?;
        let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
        let value = if is_shift {
            value
        } else {
            let from = self.ty(value).scalar()?;
            if !super::convert::converts(&self.program.environment, from, component) {
                return None;
            }
            let value_at = self.at_of(value);
            self.cast(value, component, value_at)
        };
        let (_, converted, result) = self.operands(operator, place, value)?;
        (result == ty).then_some(converted)
    }

    /// `++place` and its kin.
    pub(crate) fn step(
        &mut self,
        place: ExpressionId,
        is_decrement: bool,
        is_postfix: bool,
        at: At,
    ) -> ExpressionId {
        self.record_write(place, true);
        if self.is_error(place) || !self.check_write(place, at) || !self.check_read(place) {
            return self.push_error(at);
        }
        let ty = self.ty(place);
        let is_vector = !matches!(ty, Type::Parametric(_)) || self.is_long_vector(ty);
        let component = self.component(ty).filter(|_| is_vector);
        let is_number = component.is_some_and(|scalar| scalar != Scalar::Bool && self.has_arithmetic(scalar));
        if !is_number {
            let sign = if is_decrement { "--" } else { "++" };
            let found = self.type_name(ty);
            let finding = self.finding(&TYPE, at, format!("found `{found}` for `{sign}`, expected a number"));
            self.add(finding.help("apply it to a number, a vector or a matrix"));
            return self.push_error(at);
        }
        let is_nonuniform = self.program.expression(place).is_nonuniform;
        let id = self.written(ExpressionKind::Step { place, is_decrement, is_postfix }, place, at);
        if let Some(expression) = self.expression_mut(id) {
            expression.is_nonuniform = is_nonuniform;
        }
        id
    }

    /// The expression of an operation that writes to a place.
    fn written(&mut self, kind: ExpressionKind, place: ExpressionId, at: At) -> ExpressionId {
        let (ty, precision) = (self.ty(place), self.program.expression(place).precision);
        let id = self.push(kind, ty, at);
        if let Some(expression) = self.expression_mut(id) {
            expression.precision = precision;
        }
        id
    }
}
