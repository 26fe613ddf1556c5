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

use glassbox_core::diagnostic::{Rule, Severity};

use crate::builtin::Type;
use crate::model::{At, Model};
use crate::typing::Typing;

/// Something that is wrong with a node of a model.
pub(crate) struct Finding {
    /// The rule.
    pub(crate) rule: &'static Rule,
    /// How bad it is, when not as bad as usual.
    pub(crate) severity: Option<Severity>,
    /// The node.
    pub(crate) at: At,
    /// The field of the node, as its payload table calls it; empty for the node itself.
    pub(crate) field: &'static str,
    /// What was found and what was expected.
    pub(crate) message: String,
    /// Facts that explain it.
    pub(crate) notes: Vec<String>,
    /// How to mend it.
    pub(crate) help: Option<String>,
}

impl Finding {
    fn new(rule: &'static Rule, at: At, message: impl Into<String>) -> Finding {
        Finding {
            rule,
            severity: None,
            at,
            field: "",
            message: message.into(),
            notes: Vec::new(),
            help: None,
        }
    }

    fn field(mut self, field: &'static str) -> Finding {
        self.field = field;
        self
    }

    fn warning(mut self) -> Finding {
        self.severity = Some(Severity::Warning);
        self
    }

    fn note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }

    fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }
}

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

impl Checker<'_, '_> {
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

    /// Every node.
    fn nodes(&self) -> impl Iterator<Item = At> + use<> {
        (0..self.model.nodes().len() as u32).map(At)
    }
}
