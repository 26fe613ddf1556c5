//! Buffer references: blocks that are types, declared at once or ahead.

use glassbox_syntax::token::Word;

use super::block::ReadBlock;
use crate::model::{At, Layout};
use crate::parse::{Entity, Parser};
use crate::types::{StructId, Structure, Type};

impl Parser<'_> {
    /// Declares the type of references to a block; one that was named before gets its members.
    pub(super) fn declare_reference(&mut self, block: &ReadBlock, structure: StructId) {
        let layout = block.specifiers.qualifiers.layout().clone();
        match self.scopes.own(&block.name).cloned() {
            None => {
                let known = self.known_reference(&block.name);
                let known = known.filter(|(known, _)| self.is_same_reference(structure, &layout, *known));
                let symbol = self.declare_known_name(block.name_at, known.map(|(_, symbol)| symbol));
                match known {
                    Some(_) => self.drop_structure(structure),
                    None => self.program.types.set_reference_layout(structure, layout),
                }
                let of = known.map_or(structure, |(known, _)| known);
                self.scopes.declare(&block.name, Entity::Type(Type::Reference(of)), symbol);
            }
            Some(Entity::Type(Type::Reference(first))) if self.is_known_structure(first) => {
                if self.is_same_reference(structure, &layout, first) {
                    self.drop_structure(structure);
                } else {
                    let other = self.program.types.structure(first).at;
                    let difference = ("other members or another layout".to_owned(), "the same".to_owned());
                    self.report_difference(&block.name, block.name_at, difference, other);
                }
                self.use_of_name(block.name_at);
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

    /// Whether a block of references is that of another text.
    fn is_same_reference(&self, new: StructId, layout: &Layout, known: StructId) -> bool {
        self.program.types.reference_layout(known) == Some(layout) && self.is_same_structure(new, known)
    }

    pub(super) fn is_forward(&self, id: StructId) -> bool {
        self.program.types.structure(id).members.is_empty()
    }

    /// Declares a buffer reference ahead: `layout(buffer_reference) buffer NAME;`.
    pub(crate) fn declare_forward(&mut self, name: &Word, at: At) {
        match self.scopes.own(name).cloned() {
            None => {
                // What is declared ahead is used before its members are known, so that of the other text is taken.
                let known = self.known_reference(name);
                let structure = match known {
                    Some((known, _)) => known,
                    None => self.program.types.new_structure(Structure {
                        name: name.clone(),
                        at,
                        members: Vec::new(),
                        is_block: true,
                        is_built_in: false,
                    }),
                };
                let symbol = self.declare_known_name(at, known.map(|(_, symbol)| symbol));
                self.scopes.declare(name, Entity::Type(Type::Reference(structure)), symbol);
            }
            Some(Entity::Type(Type::Reference(_))) => {}
            Some(_) => {
                self.report_redeclared(name, at);
            }
        }
    }
}
