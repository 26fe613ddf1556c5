//! From the syntax tree to the model: names, types and rules.
//!
//! | file | holds |
//! | --- | --- |
//! | `globals/` | declarations outside of the stages |
//! | `scope` | the names inside of a stage |
//! | `stage`, `statement` | the stages and their statements |
//! | `place` | what stands left of an assignment |
//! | `expression/` | values |
//! | `unused` | what is declared and not used |
//!
//! Every error is reported once: what depends on something wrong is left out without a word.

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

/// A stage, and what is known of it beyond the model.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckedStage<'s> {
    /// The model.
    stage: Stage<'s>,
    /// Where each of its variables is declared.
    spans: Vec<Span>,
    /// Which of its variables are loops' counters.
    counters: HashSet<VariableId>,
    /// What it reads and writes.
    uses: Uses,
}

/// Checks a source against every rule; gives its model when it breaks none.
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
        let checked = stage(
            text,
            source,
            options,
            &globals,
            function.kind,
            function.body,
            findings,
        );
        match function.kind {
            StageKind::Vertex => vertex = checked,
            StageKind::Fragment => fragment = checked,
        }
    }
    if findings.has_errors() {
        return None;
    }
    let mut remarks = Remarks {
        globals: &globals,
        vertex: &vertex.uses,
        fragment: &fragment.uses,
        findings,
    };
    remarks.unused();
    remarks.variables(&vertex);
    remarks.variables(&fragment);
    remarks.loader(source, options);
    let stages = |entity| Uses::stages(&vertex.uses, &fragment.uses, entity);
    for (at, binding) in globals.shader.bindings.iter_mut().enumerate() {
        // There are at most 32.
        binding.stages = stages(Entity::Binding(BindingId(at as u8)));
    }
    if let Some(uniform) = &mut globals.shader.uniform {
        uniform.stages = stages(Entity::Uniform);
    }
    Some(Shader {
        vertex: vertex.stage,
        fragment: fragment.stage,
        ..globals.shader
    })
}

/// Checks the function of a stage.
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
