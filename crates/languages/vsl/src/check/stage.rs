//! State of the checker while it checks one stage.

use std::collections::HashSet;

use glassbox_core::diagnostic::{Diagnostics, Report, Rule};
use glassbox_vbc::raw::StageMask;

use crate::Options;
use crate::check::globals::Globals;
use crate::check::scope::Scopes;
use crate::model::{self, BindingId, ExpressionId, ExpressionKind, Stage, StageKind, VariableId};
use crate::syntax::tree::Source;
use crate::types::ValueType;
use glassbox_core::span::Span;

/// Meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Entity {
    /// A variable of the stage.
    Variable(VariableId),
    /// A loop's counter.
    Counter(VariableId),
    /// A vertex input, by index; visible in the vertex stage.
    Input(u8),
    /// A fragment output, by index; visible in the fragment stage.
    Output(u8),
    /// A value passed from stage to stage, by index.
    Local(u16),
    /// The uniform block.
    Uniform,
    /// A resource.
    Binding(BindingId),
    /// A subpass input, by index.
    Subpass(u8),
    /// A constant of the older dialect: has no value, bounds arrays and loops only.
    Constant,
    /// An invalid declaration, already reported.
    Wrong,
}

/// Entities a stage reads and writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    read: HashSet<Entity>,
    written: HashSet<Entity>,
}

impl Uses {
    /// Records a read of an entity's value, texel or property.
    pub(crate) fn read(&mut self, entity: Entity) {
        self.read.insert(entity);
    }

    /// Records a write to an entity.
    pub(crate) fn write(&mut self, entity: Entity) {
        self.written.insert(entity);
    }

    /// True if the entity is read.
    pub(crate) fn is_read(&self, entity: Entity) -> bool {
        self.read.contains(&entity)
    }

    /// True if the entity is written.
    pub(crate) fn is_written(&self, entity: Entity) -> bool {
        self.written.contains(&entity)
    }

    /// The stages that read or write an entity.
    pub(crate) fn stages(vertex: &Uses, fragment: &Uses, entity: Entity) -> StageMask {
        let of = |uses: &Uses, stage: StageMask| {
            if uses.is_read(entity) || uses.is_written(entity) { stage.0 } else { 0 }
        };
        StageMask(of(vertex, StageMask::VERTEX) | of(fragment, StageMask::FRAGMENT))
    }
}

/// Checks the statements and expressions of one stage.
pub(crate) struct StageChecker<'c, 's> {
    /// Whole source text.
    pub(crate) text: &'s str,
    /// Its syntax tree.
    pub(crate) source: &'c Source<'s>,
    /// Options of the caller.
    pub(crate) options: &'c Options,
    /// Global declarations.
    pub(crate) globals: &'c Globals<'s>,
    /// The stage being checked.
    pub(crate) kind: StageKind,
    /// Its model so far.
    pub(crate) stage: Stage<'s>,
    /// Names visible here.
    pub(crate) scopes: Scopes<'s>,
    /// Span of each variable's declaration.
    pub(crate) variable_spans: Vec<Span>,
    /// Variables that are loop counters.
    pub(crate) counters: HashSet<VariableId>,
    /// Number of open loops.
    pub(crate) loops: u32,
    /// Entities read and written.
    pub(crate) uses: Uses,
    /// Findings so far.
    pub(crate) findings: &'c mut Diagnostics,
}

impl<'c, 's> StageChecker<'c, 's> {
    /// The meaning of a name and the span of its declaration; includes globals of the other stage.
    pub(crate) fn find(&self, name: &str) -> Option<(Entity, Span)> {
        self.scopes.find(name).or_else(|| self.globals.find(name))
    }

    /// All visible names, for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.scopes.names().chain(self.globals.names())
    }

    /// Adds an expression; its operands precede it.
    pub(crate) fn add(&mut self, kind: ExpressionKind, ty: ValueType) -> ExpressionId {
        // Cannot overflow: the tree numbers expressions in 32 bits, each adds a few, and the text is far
        // smaller.
        let id = ExpressionId(self.stage.expressions.len() as u32);
        self.stage.expressions.push(model::Expression { kind, ty });
        id
    }

    /// The type of an expression.
    pub(crate) fn type_of(&self, id: ExpressionId) -> ValueType {
        self.stage.expression(id).ty
    }

    /// Reports a finding.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.findings.report(rule, span, message)
    }
}
