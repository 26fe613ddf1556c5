//! Precisions: statements that set defaults, and what holds for a declaration.

use glassbox_core::stage::Stage;

use super::declared::Precisions;
use super::qualifier::Specifiers;
use crate::language::Api;
use crate::model::{At, Precision};
use crate::parse::Parser;
use crate::rules::{PRECISION, QUALIFIER_USE};
use crate::types::{Dim, ImageKind, Scalar, Type};

/// What shares a default precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Int,
    Float,
    /// Samplers, images and their kin, each type by itself.
    Image,
    Counter,
    /// Types without precision.
    None,
}

fn class(ty: Type) -> Class {
    match ty {
        Type::Sampled(_)
        | Type::Texture(_)
        | Type::Image(_)
        | Type::Subpass(_)
        | Type::Attachment(_)
        | Type::Sampler(_) => Class::Image,
        Type::AtomicUint => Class::Counter,
        _ => match ty.scalar() {
            Some(Scalar::Int | Scalar::Uint) => Class::Int,
            Some(Scalar::Float) => Class::Float,
            _ => Class::None,
        },
    }
}

impl Parser<'_> {
    /// The defaults before the first statement.
    pub(crate) fn initial_precisions(&self) -> Precisions {
        let environment = &self.program.environment;
        let mut precisions = Precisions::default();
        if environment.is_embedded() && environment.stage == Stage::Fragment {
            precisions.int = Some(Precision::Medium);
        } else {
            precisions.int = Some(Precision::High);
            precisions.float = Some(Precision::High);
        }
        if environment.is_embedded() {
            for dim in [Dim::Two, Dim::Cube, Dim::External] {
                let kind = ImageKind {
                    component: Scalar::Float,
                    dim,
                    is_array: false,
                    is_multisampled: false,
                    is_shadow: false,
                };
                precisions.opaque.insert(Type::Sampled(kind), Precision::Low);
            }
            precisions.opaque.insert(Type::Sampler(false), Precision::Low);
            precisions.opaque.insert(Type::Sampler(true), Precision::Low);
        }
        precisions
    }

    /// The default precision of a type, [`Precision::None`] where none is stated.
    pub(crate) fn default_precision(&self, ty: Type) -> Precision {
        let mut scopes = self.declared.precisions.iter().rev();
        let found = match class(ty) {
            Class::Int => scopes.find_map(|scope| scope.int),
            Class::Float => scopes.find_map(|scope| scope.float),
            Class::Image if !self.program.environment.is_embedded() => Some(Precision::High),
            Class::Image => scopes.find_map(|scope| scope.opaque.get(&ty).copied()),
            Class::Counter => Some(Precision::High),
            Class::None => None,
        };
        found.unwrap_or_default()
    }

    /// The precision of a declaration of a type, which is reported where it is missing or the type has none.
    pub(crate) fn declared_precision(&mut self, specifiers: &Specifiers, ty: Type, at: At) -> Precision {
        let environment = &self.program.environment;
        let is_embedded = environment.is_embedded();
        let is_held_to = is_embedded || environment.api == Api::Vulkan;
        let stated = specifiers.qualifiers.precision;
        let class = class(ty);
        let is_stated = stated != Precision::None;
        if matches!(ty, Type::Error | Type::Parametric(_)) {
            return stated;
        }
        match class {
            Class::None if is_stated && is_held_to => {
                let message = format!("found a precision on `{}`, which has none", self.type_name(ty));
                let finding = self.finding(&QUALIFIER_USE, specifiers.precision_at, message);
                self.add(finding.help("remove the precision"));
                Precision::None
            }
            Class::None => Precision::None,
            Class::Counter if is_stated && stated != Precision::High && is_held_to => {
                let message = "found a low precision on `atomic_uint`, expected `highp`";
                let finding = self.finding(&QUALIFIER_USE, specifiers.precision_at, message);
                self.add(finding.help("write `highp`, or nothing"));
                Precision::High
            }
            _ if is_stated => stated,
            _ => match self.default_precision(ty) {
                Precision::None if is_embedded => {
                    self.report_missing_precision(ty, class, at);
                    Precision::Medium
                }
                found => found,
            },
        }
    }

    /// Reports a precision that no default gives, once for each class of types.
    fn report_missing_precision(&mut self, ty: Type, class: Class, at: At) {
        let name = self.type_name(ty);
        let key = u8::from(class == Class::Image) + 2 * u8::from(class == Class::Float);
        if !self.declared.has_missing_precision.insert(key) {
            return;
        }
        let message = format!("found `{name}` without a precision, expected `lowp`, `mediump` or `highp`");
        let finding = self.finding(&PRECISION, at, message);
        let statement = match class {
            Class::Float => "float".to_owned(),
            Class::Int => "int".to_owned(),
            _ => name,
        };
        self.add(finding.help(format!(
            "write `precision mediump {statement};` before it, or the precision before the type"
        )));
    }

    /// Reads `precision highp float;`.
    pub(crate) fn precision_statement(&mut self) {
        let at = self.advance();
        let specifiers = self.specifiers();
        if specifiers.precision_at == At::NONE {
            self.unexpected("`lowp`, `mediump` or `highp`", "write a precision behind `precision`");
            self.recover_statement();
            return;
        }
        let precision = specifiers.qualifiers.precision;
        let Some(specified) = self.type_specifier() else {
            self.recover_statement();
            return;
        };
        let ty = specified.base;
        let is_scalar = ty.is_scalar() && ty != Type::UINT && specified.dimensions.is_empty();
        let class = class(ty);
        let scope = self.declared.precisions.last_mut();
        match (class, scope) {
            (Class::Int, Some(scope)) if is_scalar => scope.int = Some(precision),
            (Class::Float, Some(scope)) if is_scalar => scope.float = Some(precision),
            (Class::Image, Some(scope)) => {
                scope.opaque.insert(ty, precision);
            }
            (Class::Counter, _) if precision == Precision::High => {}
            _ if ty == Type::Error => {}
            _ => {
                let name = self.type_name(ty);
                let message =
                    format!("found a default precision for `{name}`, expected `float`, `int` or a sampler");
                let finding = self.finding(&QUALIFIER_USE, at, message);
                self.add(finding.help("state the precision of `float` or `int`"));
            }
        }
        self.end_of_statement();
    }
}
