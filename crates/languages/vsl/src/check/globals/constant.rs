//! Checks constants of the older dialect.
//!
//! Facts: VSL brief, section 17: they bound arrays and loops and have no other use.

use crate::check::globals::GlobalChecker;
use crate::check::number;
use crate::check::stage::Entity;
use crate::rules::declaration as rules;
use crate::syntax::tree::{Literal, LiteralKind, Name};
use crate::types::{Scalar, ValueType};

impl<'s> GlobalChecker<'_, '_, 's> {
    pub(super) fn constant(&mut self, ty: &Name<'s>, name: &Name<'s>, value: &Literal<'s>) {
        self.declare(name, Entity::Constant);
        let is_first = self.globals.names.get(name.text).is_some_and(|&(_, span)| span == name.span);
        if value.kind == LiteralKind::Wrong {
            self.globals.wrong.insert(name.text);
            if is_first {
                self.globals.names.insert(name.text, (Entity::Wrong, name.span));
            }
            return;
        }
        let scalar = ValueType::named(ty.text).filter(|ty| ty.is_scalar()).map(|ty| ty.scalar);
        let fits = match (scalar, value.kind) {
            (None, _) => false,
            (Some(Scalar::Bool), kind) => kind == LiteralKind::Bool,
            (Some(Scalar::Int), kind) => kind == LiteralKind::Int,
            (Some(Scalar::Uint), LiteralKind::Int) => !value.negative,
            (Some(Scalar::Uint), kind) => matches!(kind, LiteralKind::Uint | LiteralKind::Hexadecimal),
            (Some(Scalar::Float), kind) => kind != LiteralKind::Bool,
        };
        if !fits {
            let message = match scalar {
                None => format!("found a constant of type `{}`, expected a scalar", ty.text),
                Some(scalar) => format!("found the value `{}`, expected {}", value.text, scalar.name()),
            };
            let span = match scalar {
                None => ty.span,
                Some(_) => value.span,
            };
            self.report(&rules::CONSTANT_VALUE, span, message).help("fix the type or the value");
            if is_first {
                self.globals.names.insert(name.text, (Entity::Wrong, name.span));
            }
            return;
        }
        let integer = scalar.is_some_and(Scalar::is_integer);
        if let Some(number) = number::integer(value).filter(|_| integer && is_first) {
            self.globals.constants.insert(name.text, number);
        }
    }
}
