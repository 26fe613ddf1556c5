//! Checks the syntax tree and builds the model: resolves names, computes types, applies the rules.
//!
//! | file | holds |
//! | --- | --- |
//! | `globals/` | declarations outside of the stages |
//! | `scope` | names inside a stage |
//! | `stage`, `statement` | the stages and their statements |
//! | `place` | left sides of assignments |
//! | `expression/` | values |
//! | `unused` | unused declarations |
//!
//! Each error is reported once: whatever depends on it is skipped silently.

mod expression;
mod finding;
mod globals;
mod name;
mod number;
mod place;
mod scope;
pub(crate) mod stage;
mod statement;
mod ty;
mod unused;

use std::collections::HashSet;

use glassbox_core::diagnostic::Diagnostics;

use crate::Options;
use crate::check::globals::Globals;
use crate::check::scope::Scopes;
use crate::check::stage::{Entity, StageChecker, Uses};
use crate::check::unused::Remarks;
use crate::model::{BindingId, Shader, Stage, StageKind, VariableId};
use crate::syntax::tree::{Block, Source};
use glassbox_core::span::Span;

/// A checked stage with data outside the model.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckedStage<'s> {
    /// Model of the stage.
    stage: Stage<'s>,
    /// Span of each variable's declaration.
    spans: Vec<Span>,
    /// Variables that are loop counters.
    counters: HashSet<VariableId>,
    /// Entities read and written.
    uses: Uses,
}

/// Checks a source against all rules; returns the model if there are no errors.
pub(crate) fn check<'s>(
    text: &'s str,
    source: &Source<'s>,
    options: &Options,
    findings: &mut Diagnostics,
) -> Option<Shader<'s>> {
    let (mut globals, functions) = globals::check(text, source, options, findings);
    let mut vertex = CheckedStage::default();
    let mut fragment = CheckedStage::default();
    for function in functions {
        let checked = stage(text, source, options, &globals, function.kind, function.body, findings);
        match function.kind {
            StageKind::Vertex => vertex = checked,
            StageKind::Fragment => fragment = checked,
        }
    }
    if findings.has_errors() {
        return None;
    }
    let mut remarks = Remarks { globals: &globals, vertex: &vertex.uses, fragment: &fragment.uses, findings };
    remarks.unused();
    remarks.variables(&vertex);
    remarks.variables(&fragment);
    remarks.loader(source, options);
    let stages = |entity| Uses::stages(&vertex.uses, &fragment.uses, entity);
    for (at, binding) in globals.shader.bindings.iter_mut().enumerate() {
        // At most 32.
        binding.stages = stages(Entity::Binding(BindingId(at as u8)));
    }
    if let Some(uniform) = &mut globals.shader.uniform {
        uniform.stages = stages(Entity::Uniform);
    }
    Some(Shader { vertex: vertex.stage, fragment: fragment.stage, ..globals.shader })
}

/// Checks a stage function.
fn stage<'s>(
    text: &'s str,
    source: &Source<'s>,
    options: &Options,
    globals: &Globals<'s>,
    kind: StageKind,
    body: &Block<'s>,
    findings: &mut Diagnostics,
) -> CheckedStage<'s> {
    let mut checker = StageChecker {
        text,
        source,
        options,
        globals,
        kind,
        stage: Stage::default(),
        scopes: Scopes::default(),
        variable_spans: Vec::new(),
        counters: HashSet::new(),
        loops: 0,
        uses: Uses::default(),
        findings,
    };
    let body = checker.block(body);
    checker.stage.body = body;
    CheckedStage {
        stage: checker.stage,
        spans: checker.variable_spans,
        counters: checker.counters,
        uses: checker.uses,
    }
}
