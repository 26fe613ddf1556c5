//! Expressions: reading them, with what they mean.

mod call;
mod initializer;
mod literal;
mod name;
mod operators;
mod postfix;
mod state;

pub(crate) use state::ExpressionState;

use crate::model::{At, ExpressionId, ExpressionKind};
use crate::parse::Parser;
use crate::rules::{CONSTANT, TYPE};
use crate::types::{Length, Scalar, Type};

impl Parser<'_> {
    /// Reads an expression, with commas.
    pub(crate) fn expression(&mut self) -> ExpressionId {
        self.tracked(Self::sequence)
    }

    /// Reads an expression without commas.
    pub(crate) fn assignment(&mut self) -> ExpressionId {
        self.tracked(Self::single)
    }

    /// Reads an argument of a type, as in `coopmat<float, 16>`: an expression without binary operators.
    pub(crate) fn type_argument(&mut self) -> ExpressionId {
        self.tracked(Self::prefixed)
    }

    /// Reads an expression that has to be a `bool`; another is reported.
    pub(crate) fn condition(&mut self) -> ExpressionId {
        let condition = self.expression();
        self.check_condition(condition)
    }

    /// The condition, or an error in place of one that is no `bool`.
    pub(crate) fn check_condition(&mut self, condition: ExpressionId) -> ExpressionId {
        let (ty, at) = (self.ty(condition), self.at_of(condition));
        if ty == Type::BOOL {
            self.check_read(condition);
            return condition;
        }
        if !ty.is_error() {
            let found = self.type_name(ty);
            let finding =
                self.finding(&TYPE, at, format!("found a condition of type `{found}`, expected `bool`"));
            self.add(finding.help("compare the value, as in `value != 0`"));
        }
        self.push_error(at)
    }

    /// Reads a constant integral expression; another is reported. `what` names what it is for: `the size of the array`.
    pub(crate) fn constant_integer(&mut self, what: &str) -> Option<(i64, At)> {
        let value = self.assignment();
        if self.is_error(value) {
            return None;
        }
        let at = self.at_of(value);
        if let Some(number) = self.integer(value) {
            return Some((number, at));
        }
        let found = match self.ty(value) {
            Type::Scalar(scalar) if scalar.is_integer() => "a value that is not constant".to_owned(),
            ty => format!("a value of type `{}`", self.type_name(ty)),
        };
        let finding = self.finding(
            &CONSTANT,
            at,
            format!("found {found} for {what}, expected a constant whole number"),
        );
        self.add(finding.help("use a number, or a variable that is `const`"));
        None
    }

    /// Reads what stands between the brackets of an array, with neither of them; nothing stands for no size.
    pub(crate) fn array_length(&mut self) -> Option<Length> {
        if self.is("]") {
            return Some(Length::Unsized);
        }
        let value = self.assignment();
        if self.is_error(value) {
            return None;
        }
        let at = self.at_of(value);
        let is_whole = matches!(self.ty(value), Type::Scalar(Scalar::Int | Scalar::Uint));
        if is_whole && let Some(number) = self.integer(value) {
            if let Some(length) = u32::try_from(number).ok().filter(|length| *length > 0) {
                return Some(Length::Fixed(length));
            }
            let finding = self.finding(
                &CONSTANT,
                at,
                format!("found the size {number} of an array, expected at least 1"),
            );
            self.add(finding.help("use a positive number"));
            return None;
        }
        if is_whole && self.program.expression(value).is_specialized {
            // Arrays that one constant sizes have one type.
            return Some(Length::Specialized(self.first_of_value(value)));
        }
        let found = if is_whole {
            "a size of an array that is not constant".to_owned()
        } else {
            format!("a size of an array of type `{}`", self.type_name(self.ty(value)))
        };
        let finding = self.finding(&CONSTANT, at, format!("found {found}, expected a constant whole number"));
        self.add(finding.help("use a number, or a variable that is `const`"));
        None
    }

    /// The value as a type that it converts to by itself; a finding where it does not. `what` says where it is used: `return`.
    pub(crate) fn convert_to(&mut self, value: ExpressionId, ty: Type, what: &str) -> ExpressionId {
        if self.is_error(value) || !self.check_read(value) {
            let at = self.at_of(value);
            return self.push_error(at);
        }
        self.converted_or_reported(value, ty, what)
    }

    /// Expressions with commas between them.
    fn sequence(&mut self) -> ExpressionId {
        let mut whole = self.single();
        while let Some(at) = self.take(",") {
            let next = self.single();
            if self.is_error(whole) || self.is_error(next) {
                whole = self.push_error(at);
                continue;
            }
            let (ty, precision) = (self.ty(next), self.program.expression(next).precision);
            whole = self.push(ExpressionKind::Sequence(whole, next), ty, at);
            if let Some(expression) = self.expression_mut(whole) {
                expression.precision = precision;
            }
        }
        whole
    }
}
