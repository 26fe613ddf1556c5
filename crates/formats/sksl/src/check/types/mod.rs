//! Runs the checks that need types and overloads.
//!
//! One file per subject, each with one pass over the model. Nodes of unknown type are skipped; another rule
//! reports the cause.

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
use crate::model::{Model, ModelNode};
use crate::typing::Typing;

/// Shared state of these checks.
struct Checker<'m, 'f> {
    model: &'m Model<'m>,
    typing: &'m Typing,
    findings: &'f mut dyn FnMut(Finding),
}

/// Checks a model; findings are ordered by rule.
pub(crate) fn check(model: &Model<'_>, typing: &Typing, findings: &mut dyn FnMut(Finding)) {
    let mut checker = Checker { model, typing, findings };
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

    /// Type of a node, if known.
    fn known(&self, at: ModelNode) -> Option<Type> {
        Some(self.typing.of(at)).filter(|&ty| ty != Type::Invalid)
    }

    /// Name of a type.
    fn show(&self, ty: Type) -> Cow<'static, str> {
        self.typing.types.name(ty)
    }

    /// All complete nodes; in a truncated file the last ones are not.
    fn nodes(&self) -> impl Iterator<Item = ModelNode> + use<'m> {
        let model = self.model;
        let count = model.nodes().len() as u32;
        (0..count).map(ModelNode).filter(move |&at| model.is_whole || model.node(at).next < count)
    }
}
