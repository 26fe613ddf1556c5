//! The checker of a stage: what its statements and expressions see.

use std::collections::HashSet;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};

use crate::Options;
use crate::check::globals::Globals;
use crate::check::scope::Scopes;
use crate::model::{self, BindingId, ExpressionId, ExpressionKind, Stage, StageKind, VariableId};
use crate::span::Span;
use crate::syntax::tree::Source;
use crate::types::ValueType;

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
    pub fn read(&mut self, entity: Entity) {
        self.read.insert(entity);
    }

    /// Notes that an entity is written.
    pub fn write(&mut self, entity: Entity) {
        self.written.insert(entity);
    }

    /// Whether it is read.
    pub fn is_read(&self, entity: Entity) -> bool {
        self.read.contains(&entity)
    }

    /// Whether it is written.
    pub fn is_written(&self, entity: Entity) -> bool {
        self.written.contains(&entity)
    }
}

/// Checks the statements and expressions of one stage.
pub(crate) struct StageChecker<'c, 's> {
    /// The whole text.
    pub text: &'s str,
    /// The tree of it.
    pub source: &'c Source<'s>,
    /// What the caller asked for.
    pub options: &'c Options,
    /// What is declared outside of the stages.
    pub globals: &'c Globals<'s>,
    /// Which stage.
    pub kind: StageKind,
    /// What was made of it so far.
    pub stage: Stage<'s>,
    /// The names that are visible here.
    pub scopes: Scopes<'s>,
    /// What it reads and writes.
    pub uses: Uses,
    /// What was found.
    pub findings: &'c mut Diagnostics,
}

impl<'c, 's> StageChecker<'c, 's> {
    /// What a name stands for here and where it is declared; globals of the other stage are found too.
    pub fn find(&self, name: &str) -> Option<(Entity, Span)> {
        self.scopes.find(name).or_else(|| self.globals.find(name))
    }

    /// Every visible name, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.scopes.names().chain(self.globals.names())
    }

    /// Adds an expression, whose operands have been added before.
    pub fn add(&mut self, kind: ExpressionKind, ty: ValueType) -> ExpressionId {
        // The tree's expressions have 32-bit numbers and each makes a few of these at most; a text is smaller by far.
        let id = ExpressionId(self.stage.expressions.len() as u32);
        self.stage.expressions.push(model::Expression { kind, ty });
        id
    }

    /// The type of an expression.
    pub fn type_of(&self, id: ExpressionId) -> ValueType {
        self.stage.expression(id).ty
    }

    /// Reports a finding.
    pub fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }
}
