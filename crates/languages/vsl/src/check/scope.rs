//! Tracks the names inside a stage. There is no shadowing, so one table holds the names of all open blocks.
//!
//! Facts: VSL brief, section 6.

use std::collections::HashMap;

use crate::check::stage::Entity;
use glassbox_core::span::Span;

/// The names declared in the open blocks of a stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scopes<'s> {
    names: HashMap<&'s str, (Entity, Span)>,
    /// Names in the order of declaration.
    declared: Vec<&'s str>,
    /// Number of names declared before each open block.
    blocks: Vec<usize>,
}

impl<'s> Scopes<'s> {
    /// Opens a block.
    pub(crate) fn open(&mut self) {
        self.blocks.push(self.declared.len());
    }

    /// Closes the innermost block and drops its names.
    pub(crate) fn close(&mut self) {
        let first = self.blocks.pop().unwrap_or_default();
        for name in self.declared.drain(first..) {
            self.names.remove(name);
        }
    }

    /// Declares a name that is not visible yet.
    pub(crate) fn declare(&mut self, name: &'s str, entity: Entity, span: Span) {
        if self.names.insert(name, (entity, span)).is_none() {
            self.declared.push(name);
        }
    }

    /// The meaning of a name and the span of its declaration.
    pub(crate) fn find(&self, name: &str) -> Option<(Entity, Span)> {
        self.names.get(name).copied()
    }

    /// All names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.declared.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Scopes;
    use crate::check::stage::Entity;
    use glassbox_core::span::Span;

    #[test]
    fn names_end_with_their_block() {
        let mut scopes = Scopes::default();
        scopes.open();
        scopes.declare("a", Entity::Uniform, Span::new(0, 1));
        scopes.open();
        scopes.declare("b", Entity::Constant, Span::new(2, 3));
        assert_eq!(scopes.find("a"), Some((Entity::Uniform, Span::new(0, 1))));
        assert_eq!(scopes.names().collect::<Vec<_>>(), ["a", "b"]);
        scopes.close();
        assert_eq!(scopes.find("b"), None);
        assert!(scopes.find("a").is_some());
        scopes.close();
        assert_eq!(scopes.find("a"), None);
    }
}
