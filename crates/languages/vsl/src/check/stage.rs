//! The checker of a stage: what its statements and expressions see.

use std::collections::HashSet;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_vbc::raw::StageMask;

use crate::Options;
use crate::check::globals::Globals;
use crate::check::scope::Scopes;
use crate::model::{self, BindingId, ExpressionId, ExpressionKind, Stage, StageKind, VariableId};
use crate::syntax::tree::Source;
use crate::types::ValueType;
use glassbox_core::span::Span;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Entity {
    /// A variable of the stage.
    Variable(VariableId),
    /// A loop's counter.
    Counter(VariableId),
    /// A vertex input, as its place in the list; the vertex stage sees it.
    Input(u8),
    /// A fragment output, as its place in the list; the fragment stage sees it.
    Output(u8),
    /// A value from stage to stage, as its place in the list.
    Local(u16),
    /// The uniform block.
    Uniform,
    /// A resource.
    Binding(BindingId),
    /// A subpass input, as its index.
    Subpass(u8),
    /// A constant of the older dialect: no value, it bounds arrays and loops only.
    Constant,
    /// Something whose declaration is wrong, which has been reported.
    Wrong,
}

/// What a stage reads and writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    read: HashSet<Entity>,
    written: HashSet<Entity>,
}

impl Uses {
    /// Notes that a value, texel or property of an entity is read.
    pub(crate) fn read(&mut self, entity: Entity) {
        self.read.insert(entity);
    }

    /// Notes that an entity is written.
    pub(crate) fn write(&mut self, entity: Entity) {
        self.written.insert(entity);
    }

    /// Whether it is read.
    pub(crate) fn is_read(&self, entity: Entity) -> bool {
        self.read.contains(&entity)
    }

    /// Whether it is written.
    pub(crate) fn is_written(&self, entity: Entity) -> bool {
        self.written.contains(&entity)
    }

    /// The stages in which an entity is used in any way, of what the vertex and the fragment stage use.
    pub(crate) fn stages(vertex: &Uses, fragment: &Uses, entity: Entity) -> StageMask {
        let of = |uses: &Uses, stage: StageMask| match uses.is_read(entity) || uses.is_written(entity) {
            true => stage.0,
            false => 0,
        };
        StageMask(of(vertex, StageMask::VERTEX) | of(fragment, StageMask::FRAGMENT))
    }
}

/// Checks the statements and expressions of one stage.
pub(crate) struct StageChecker<'c, 's> {
    /// The whole text.
    pub(crate) text: &'s str,
    /// The tree of it.
    pub(crate) source: &'c Source<'s>,
    /// What the caller asked for.
    pub(crate) options: &'c Options,
    /// What is declared outside of the stages.
    pub(crate) globals: &'c Globals<'s>,
    /// Which stage.
    pub(crate) kind: StageKind,
    /// What was made of it so far.
    pub(crate) stage: Stage<'s>,
    /// The names that are visible here.
    pub(crate) scopes: Scopes<'s>,
    /// Where each of its variables is declared.
    pub(crate) variable_spans: Vec<Span>,
    /// Which of its variables are loops' counters.
    pub(crate) counters: HashSet<VariableId>,
    /// How many loops are open.
    pub(crate) loops: u32,
    /// What it reads and writes.
    pub(crate) uses: Uses,
    /// What was found.
    pub(crate) findings: &'c mut Diagnostics,
}

impl<'c, 's> StageChecker<'c, 's> {
    /// What a name stands for here and where it is declared; globals of the other stage are found too.
    pub(crate) fn find(&self, name: &str) -> Option<(Entity, Span)> {
        self.scopes.find(name).or_else(|| self.globals.find(name))
    }

    /// Every visible name, for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.scopes.names().chain(self.globals.names())
    }

    /// Adds an expression, whose operands have been added before.
    pub(crate) fn add(&mut self, kind: ExpressionKind, ty: ValueType) -> ExpressionId {
        // The tree's expressions have 32-bit numbers and each makes a few of these at most; a text is smaller by far.
        let id = ExpressionId(self.stage.expressions.len() as u32);
        self.stage.expressions.push(model::Expression { kind, ty });
        id
    }

    /// The type of an expression.
    pub(crate) fn type_of(&self, id: ExpressionId) -> ValueType {
        self.stage.expression(id).ty
    }

    /// Reports a finding.
    pub(crate) fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }
}
