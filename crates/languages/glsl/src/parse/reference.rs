//! Buffer references: blocks that are types, declared at once or ahead.

use glassbox_syntax::token::Word;

use super::block::ReadBlock;
use crate::model::At;
use crate::parse::{Entity, Parser};
use crate::types::{StructId, Structure, Type};

impl Parser<'_> {
    /// Declares the type of references to a block; one that was named before gets its members.
    pub(super) fn declare_reference(&mut self, block: &ReadBlock, structure: StructId) {
        let layout = block.specifiers.qualifiers.layout().clone();
        match self.scopes.own(&block.name).cloned() {
            None => {
                let symbol = self.declare_name(block.name_at);
                let entity = Entity::Type(Type::Reference(structure));
                self.scopes.declare(&block.name, entity, symbol);
                self.program.types.set_reference_layout(structure, layout);
            }
            Some(Entity::Type(Type::Reference(first))) if self.is_forward(first) => {
                let declared = self.program.types.structure(structure).clone();
                self.program.types.structures[first.0 as usize] = declared;
                self.program.types.set_reference_layout(first, layout);
                self.use_of_name(block.name_at);
            }
            Some(_) => {
                self.report_redeclared(&block.name.clone(), block.name_at);
            }
        }
    }

    pub(super) fn is_forward(&self, id: StructId) -> bool {
        self.program.types.structure(id).members.is_empty()
    }

    /// Declares a buffer reference ahead: `layout(buffer_reference) buffer NAME;`.
    pub(crate) fn declare_forward(&mut self, name: &Word, at: At) {
        match self.scopes.own(name).cloned() {
            None => {
                let structure = self.program.types.new_structure(Structure {
                    name: name.clone(),
                    at,
                    members: Vec::new(),
                    is_block: true,
                    is_built_in: false,
                });
                let symbol = self.declare_name(at);
                self.scopes.declare(name, Entity::Type(Type::Reference(structure)), symbol);
            }
            Some(Entity::Type(Type::Reference(_))) => {}
            Some(_) => {
                self.report_redeclared(name, at);
            }
        }
    }
}
