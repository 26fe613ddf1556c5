//! What is declared outside of the stages.

use std::collections::HashMap;

use crate::check::stage::Entity;
use crate::model::Shader;
use crate::span::Span;

/// What is declared outside of the stages: the model so far, and the names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Globals<'s> {
    /// The model; its stages are empty.
    pub shader: Shader<'s>,
    names: HashMap<&'s str, (Entity, Span)>,
}

impl<'s> Globals<'s> {
    /// What a name stands for and where it is declared.
    pub fn find(&self, name: &str) -> Option<(Entity, Span)> {
        self.names.get(name).copied()
    }

    /// Every name, in no order.
    pub fn names(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.names.keys().copied()
    }
}
