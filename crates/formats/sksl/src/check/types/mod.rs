//! The rules that need types and overloads.
//!
//! One file a subject; each walks what it needs of the model once. What has no known type is left alone: the rule that says
//! why is another one.

mod calls;
mod constructors;
mod declarations;
mod literals;
mod main;
mod names;
mod operators;
mod writes;

use std::borrow::Cow;

pub use main::{main_fits, needs_main};

use super::finding::Finding;
use crate::builtin::Type;
use crate::model::{At, Model};
use crate::typing::Typing;

/// What every rule here looks at.
struct Checker<'m, 'f> {
    model: &'m Model<'m>,
    typing: &'m Typing,
    findings: &'f mut dyn FnMut(Finding),
}

/// Checks a model; findings come rule by rule.
pub(crate) fn check(model: &Model<'_>, typing: &Typing, findings: &mut dyn FnMut(Finding)) {
    let mut checker = Checker {
        model,
        typing,
        findings,
    };
    names::check(&mut checker);
    declarations::check(&mut checker);
    literals::check(&mut checker);
    constructors::check(&mut checker);
    operators::check(&mut checker);
    calls::check(&mut checker);
    writes::check(&mut checker);
    main::check(&mut checker);
}

impl<'m> Checker<'m, '_> {
    fn report(&mut self, finding: Finding) {
        (self.findings)(finding);
    }

    /// The type of a node, when it is known.
    fn known(&self, at: At) -> Option<Type> {
        Some(self.typing.of(at)).filter(|&ty| ty != Type::Invalid)
    }

    /// The name of a type.
    fn show(&self, ty: Type) -> Cow<'static, str> {
        self.typing.types.name(ty)
    }

    /// Every node that has all its parts; in a file that is cut short the last ones do not.
    fn nodes(&self) -> impl Iterator<Item = At> + use<'m> {
        let model = self.model;
        let count = model.nodes().len() as u32;
        (0..count)
            .map(At)
            .filter(move |&at| model.is_whole || model.node(at).next < count)
    }
}
