//! Checks global declarations and collects the stages.
//!
//! | file | declarations |
//! | --- | --- |
//! | `structure` | `@struct` |
//! | `interface` | `in`, `out` |
//! | `resource` | `uniform`, `bind` |
//! | `between` | `local`, `passinput` |
//! | `constant` | `const` of the older dialect |
//! | `program` | `@shader`, the stages |
//!
//! Facts: VSL brief, sections 4.3, 5, 6 and 12. A declaration with an error still declares its name, with its
//! meaning if known and as [`Entity::Wrong`] otherwise, so that its uses are not reported.

mod between;
mod constant;
mod interface;
mod program;
mod resource;
mod structure;

use std::collections::{HashMap, HashSet};

use glassbox_core::diagnostic::{Diagnostics, Report, Rule};

use crate::Options;
use crate::check::finding::is_hopeless;
use crate::check::name;
use crate::check::stage::Entity;
use crate::check::ty::{self, Type};
use crate::model::{Shader, StageKind};
use crate::rules::declaration as rules;
use crate::syntax::tree::{Block, Declaration, ItemKind, Literal, LiteralKind, Name, Source};
use crate::types::StructId;
use glassbox_core::span::Span;

/// Global declarations: the model so far, and the names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Globals<'s> {
    /// The model; its stages are empty.
    pub(crate) shader: Shader<'s>,
    names: HashMap<&'s str, (Entity, Span)>,
    /// Structures by name; `None` for an invalid one.
    structures: HashMap<&'s str, (Option<StructId>, Span)>,
    /// Integer constants of the older dialect.
    constants: HashMap<&'s str, i128>,
    /// Names of declarations that were skipped.
    wrong: HashSet<&'s str>,
}

impl<'s> Globals<'s> {
    /// The meaning of a name and the span of its declaration.
    pub(crate) fn find(&self, name: &str) -> Option<(Entity, Span)> {
        let wrong = || self.wrong.contains(name).then(|| (Entity::Wrong, Span::default()));
        self.names.get(name).copied().or_else(wrong)
    }

    /// The span of a name's declaration.
    pub(crate) fn declared(&self, name: &str) -> Option<Span> {
        self.names.get(name).map(|&(_, span)| span)
    }

    /// All names, in no order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.names.keys().copied()
    }

    /// A structure, `None` if invalid, and the span of its declaration.
    pub(crate) fn structure(&self, name: &str) -> Option<(Option<StructId>, Span)> {
        self.structures.get(name).copied()
    }

    /// The names of all structures, in no order.
    pub(crate) fn structure_names(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.structures.keys().copied()
    }

    /// The value of an integer constant of the older dialect.
    pub(crate) fn constant(&self, name: &str) -> Option<i128> {
        self.constants.get(name).copied()
    }

    /// True if the declaration of this name was invalid; its uses are not reported.
    pub(crate) fn is_wrong(&self, name: &str) -> bool {
        matches!(self.find(name), Some((Entity::Wrong, _)))
    }
}

/// A stage function of the syntax tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StageFunction<'c, 's> {
    /// Vertex or fragment.
    pub(crate) kind: StageKind,
    /// Its statements.
    pub(crate) body: &'c Block<'s>,
    /// Span of its name.
    pub(crate) span: Span,
}

/// Checks declarations.
pub(crate) struct GlobalChecker<'c, 'f, 's> {
    text: &'s str,
    source: &'c Source<'s>,
    options: &'c Options,
    globals: Globals<'s>,
    stages: Vec<StageFunction<'c, 's>>,
    /// Span of the first stage function, known or unknown.
    first_stage: Option<Span>,
    /// Declaration that occupies each vertex input location.
    input_locations: [Option<Span>; 16],
    output_locations: [Option<Span>; 8],
    slots: [Option<Span>; 32],
    uniform: Option<Span>,
    subpass_inputs: Vec<Span>,
    /// Number of bindings, invalid ones included.
    bindings: usize,
    findings: &'f mut Diagnostics,
}

/// Checks all global declarations; returns them and the stages in source order.
pub(crate) fn check<'c, 's>(
    text: &'s str,
    source: &'c Source<'s>,
    options: &'c Options,
    findings: &mut Diagnostics,
) -> (Globals<'s>, Vec<StageFunction<'c, 's>>) {
    let mut checker = GlobalChecker {
        text,
        source,
        options,
        globals: Globals { wrong: source.wrong_names.iter().copied().collect(), ..Globals::default() },
        stages: Vec::new(),
        first_stage: None,
        input_locations: [None; 16],
        output_locations: [None; 8],
        slots: [None; 32],
        uniform: None,
        subpass_inputs: Vec::new(),
        bindings: 0,
        findings,
    };
    checker.run();
    (checker.globals, checker.stages)
}

impl<'c, 's> GlobalChecker<'c, '_, 's> {
    fn run(&mut self) {
        self.shader_type();
        for item in &self.source.items {
            if is_hopeless(self.findings) {
                return;
            }
            match &item.kind {
                ItemKind::Struct { name, fields } => {
                    self.above_stages(&rules::STRUCT_AFTER_STAGE, name.span, "a structure");
                    self.structure(name, fields);
                }
                ItemKind::Input(input) => {
                    self.above_stages(&rules::IO_AFTER_STAGE, item.span, "an input");
                    self.input(input);
                }
                ItemKind::Output(output) => {
                    self.above_stages(&rules::IO_AFTER_STAGE, item.span, "an output");
                    self.output(output);
                }
                ItemKind::Uniform(declaration) => {
                    self.above_stages(&rules::UNIFORM_AFTER_STAGE, item.span, "a uniform");
                    self.uniform(declaration, item.span);
                }
                ItemKind::Binding(binding) => {
                    self.above_stages(&rules::BINDING_AFTER_STAGE, item.span, "a binding");
                    self.binding(binding, item.span);
                }
                ItemKind::Local { producer, flat, declaration } => {
                    self.above_stages(&rules::LOCAL_AFTER_STAGE, item.span, "a local");
                    self.local(producer, *flat, declaration);
                }
                ItemKind::SubpassInput { index, format, name } => {
                    self.above_stages(&rules::SUBPASS_AFTER_STAGE, item.span, "a subpass input");
                    self.subpass_input(index, format, name);
                }
                ItemKind::Constant { ty, name, value } => {
                    self.above_stages(&rules::CONSTANT_AFTER_STAGE, item.span, "a constant");
                    self.constant(ty, name, value);
                }
                ItemKind::Stage { name, body } => self.stage(name, body),
            }
        }
        self.missing_stages();
    }

    fn report(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) -> Report<'_> {
        self.findings.report(rule, span, message)
    }

    /// Reports a declaration after the first stage function; `what` is its noun with an article.
    fn above_stages(&mut self, rule: &'static Rule, span: Span, what: &str) {
        let Some(stage) = self.first_stage else { return };
        let message = format!("found {what} after a stage, expected it above");
        self.report(rule, span, message).label(stage, "the first stage begins here").help("move it up");
    }

    /// Declares a variable if its name is valid.
    fn declare(&mut self, name: &Name<'s>, entity: Entity) {
        if name.text.is_empty() {
            return;
        }
        let earlier = self.globals.names.get(name.text).map(|&(_, span)| span);
        if let Some(fault) = name::variable_fault(&self.globals, name, earlier) {
            self.findings.push(fault);
        }
        self.globals.names.entry(name.text).or_insert((entity, name.span));
    }

    /// The type of a declaration and its array size; `None` after a reported error.
    fn declared_type(&mut self, declaration: &Declaration<'s>) -> Option<(Type, Option<u8>)> {
        let ty = ty::element(&self.globals, declaration);
        let size = ty::size(&self.globals, declaration);
        let ty = ty.map_err(|fault| self.findings.extend(fault.map(|fault| *fault))).ok();
        let size = size.map_err(|fault| self.findings.extend(fault.map(|fault| *fault))).ok();
        let (ty, size) = (ty?, size?);
        if !matches!(ty, Type::Value(_)) && declaration.size.is_some() {
            let what = match ty {
                Type::Structure(_) => "structures",
                _ => "resources",
            };
            let message = format!("found an array of {what}, expected numbers or bools in it");
            let help = "declare each one separately";
            self.report(&rules::ARRAY_TYPE, declaration.name.span, message).help(help);
            return None;
        }
        Some((ty, size))
    }

    /// A number in parentheses; `None` after reporting that it is negative or not an integer.
    fn number(&mut self, literal: &Literal<'_>, negative: &'static Rule, most: i128) -> Option<i128> {
        let value = crate::check::number::integer(literal);
        let Some(value) = value else {
            if literal.kind != LiteralKind::Wrong {
                let message = format!("found `{}`, expected an integer", literal.text);
                self.report(&crate::rules::syntax::SYNTAX, literal.span, message)
                    .help(format!("write a number from 0 to {most}"));
            }
            return None;
        };
        if value < 0 || literal.negative {
            let message = format!("found -{}, expected 0 to {most}", literal.text);
            self.report(negative, literal.span, message).help(format!("write a number from 0 to {most}"));
            return None;
        }
        Some(value)
    }
}
