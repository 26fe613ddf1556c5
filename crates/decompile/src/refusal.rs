//! Lists the reasons why a module cannot be written in a target.

use std::fmt;

use glassbox_core::diagnostic::Rule;
use glassbox_spirv::grammar::value_name;
use glassbox_spirv::module::At;

use crate::rules;
use crate::target::Target;

/// Reasons are reported once each for an instruction, and at most so many.
const MAX_REASONS: usize = 32;

/// Kind of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The module breaks a rule of SPIR-V.
    Malformed,
    /// The module has no such entry point.
    EntryPoint,
    /// The target has no such stage.
    Stage,
    /// The target, or this version of it, lacks an instruction.
    Instruction,
    /// The target, or this version of it, lacks a type.
    Type,
    /// The target lacks a built-in variable.
    BuiltIn,
    /// The target cannot place members of a block as the module does.
    Layout,
    /// The target has no such kind of variable or binding.
    Interface,
    /// The target has no pointers of this kind.
    Pointer,
    /// The flow of control is not nested.
    Control,
    /// Functions call each other in a circle.
    Recursion,
    /// Statements are nested too deep.
    Depth,
    /// A value given for a specialization constant does not fit it.
    Specialization,
    /// A resource cannot be bound where it was asked to.
    Binding,
}

impl Reason {
    /// The rule that findings of this kind are reported under.
    pub const fn rule(self) -> &'static Rule {
        match self {
            Reason::Malformed => &rules::MALFORMED,
            Reason::EntryPoint => &rules::ENTRY_POINT,
            Reason::Stage => &rules::STAGE,
            Reason::Instruction => &rules::INSTRUCTION,
            Reason::Type => &rules::TYPE,
            Reason::BuiltIn => &rules::BUILT_IN,
            Reason::Layout => &rules::LAYOUT,
            Reason::Interface => &rules::INTERFACE,
            Reason::Pointer => &rules::POINTER,
            Reason::Control => &rules::CONTROL,
            Reason::Recursion => &rules::RECURSION,
            Reason::Depth => &rules::DEPTH,
            Reason::Specialization => &rules::SPECIALIZATION,
            Reason::Binding => &rules::BINDING,
        }
    }

    /// A word for it, for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Malformed => "malformed",
            Reason::EntryPoint => "entry-point",
            Reason::Stage => "stage",
            Reason::Instruction => "instruction",
            Reason::Type => "type",
            Reason::BuiltIn => "built-in",
            Reason::Layout => "layout",
            Reason::Interface => "interface",
            Reason::Pointer => "pointer",
            Reason::Control => "control",
            Reason::Recursion => "recursion",
            Reason::Depth => "depth",
            Reason::Specialization => "specialization",
            Reason::Binding => "binding",
        }
    }
}

/// One thing that a target cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Its kind.
    pub reason: Reason,
    /// The instruction, if there is one.
    pub at: Option<At>,
    /// What is not possible, and what would do where something would.
    pub message: String,
    /// The first version of the target that can say it, in the numbers of [`Target`]; `None` if none can or it is not known.
    pub since: Option<u16>,
}

/// A module has no text in a target, for one or more reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reasons, at least one.
    pub obstacles: Vec<Obstacle>,
}

impl Refusal {
    /// A refusal for one reason.
    pub(crate) fn of(reason: Reason, at: Option<At>, message: &str) -> Refusal {
        Refusal { obstacles: vec![Obstacle { reason, at, message: message.to_owned(), since: None }] }
    }
}

impl Refusal {
    /// The target in the first version that nothing here stands against, if there is such a one.
    pub fn later(&self, target: &Target) -> Option<Target> {
        let needed = self.obstacles.iter().map(|obstacle| obstacle.since).collect::<Option<Vec<u16>>>()?;
        let needed = needed.into_iter().max()?;
        match *target {
            Target::Hlsl(version) if version < needed => Some(Target::Hlsl(needed)),
            _ => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.obstacles.first().map_or("", |obstacle| obstacle.message.as_str());
        f.write_str(first)
    }
}

impl std::error::Error for Refusal {}

/// The name that the specification has for a built-in variable.
pub(crate) fn name_of_built_in(number: u32) -> String {
    value_name("BuiltIn", number).map_or_else(|| format!("BuiltIn {number}"), str::to_owned)
}

/// Collects obstacles.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    list: Vec<Obstacle>,
}

impl Refusals {
    pub(crate) fn add(&mut self, reason: Reason, at: Option<At>, message: String) {
        self.add_since(None, reason, at, message);
    }

    /// Adds what a later version of the target can say.
    pub(crate) fn add_since(&mut self, since: Option<u16>, reason: Reason, at: Option<At>, message: String) {
        let known = self.list.iter().any(|obstacle| obstacle.reason == reason && obstacle.message == message);
        if !known && self.list.len() < MAX_REASONS {
            self.list.push(Obstacle { reason, at, message, since });
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The refusal; says so if no obstacle was stated.
    pub(crate) fn refuse(mut self) -> Refusal {
        if self.list.is_empty() {
            self.add(Reason::Malformed, None, "the module has no entry point that can be written".to_owned());
        }
        Refusal { obstacles: self.list }
    }
}
