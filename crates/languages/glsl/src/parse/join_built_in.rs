//! Built-in blocks that several texts of a stage name or redeclare: they are one block, with the members of all.

use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;

use super::block::ReadBlock;
use super::difference::{Difference, qualifier_difference};
use crate::model::GlobalId;
use crate::parse::Parser;
use crate::parse::scope::Entity;
use crate::types::{Length, Member, StructId, Type};
use crate::vocabulary::variables::BlockKind;

impl Parser<'_> {
    /// The block of a kind that texts before this one have.
    pub(super) fn known_built_in_block(&self, kind: BlockKind) -> Option<GlobalId> {
        let id = self.declared.built_in_blocks.get(&kind).copied()?;
        ((id.0 as usize) < self.text.globals).then_some(id)
    }

    /// Members of a built-in block but for those that texts of older versions have as variables.
    pub(super) fn without_known_variables(&self, mut members: Vec<Member>) -> Vec<Member> {
        let is_variable = |name: &Word| matches!(self.scopes.recalled(name), Some(Entity::Global(_)));
        members.retain(|member| !is_variable(&member.name));
        members
    }

    /// Adds members to a block that texts before this one have.
    pub(super) fn extend_built_in_block(&mut self, id: GlobalId, members: Vec<Member>) {
        let Some(structure) = self.structure_of(id) else { return };
        let known = &mut self.program.types.structures[structure.0 as usize].members;
        for member in members {
            if known.iter().all(|known| known.name != member.name) {
                known.push(member);
            }
        }
    }

    /// Declares a built-in block anew that texts before this one name or redeclare.
    pub(super) fn join_built_in_block(
        &mut self,
        block: &ReadBlock,
        kind: BlockKind,
        id: GlobalId,
        kept: Vec<Member>,
    ) {
        let Some(structure) = self.structure_of(id) else { return };
        if self.declared.known.redeclared_blocks.contains(&kind) {
            let known = self.program.types.structure(structure).members.clone();
            if let Some(difference) = self.members_difference(&known, &kept) {
                let other = self.program.global(id).at;
                self.report_difference(&shown(&block.name), block.name_at, difference, other);
            }
            return;
        }
        self.program.globals[id.0 as usize].at = block.name_at;
        for member in kept {
            let known = self.program.types.structure(structure).members.clone();
            let Some(number) = known.iter().position(|known| known.name == member.name) else {
                self.extend_built_in_block(id, vec![member]);
                continue;
            };
            self.size_open(known[number].ty, member.ty);
            let into = &mut self.program.types.structures[structure.0 as usize].members[number];
            into.at = member.at;
            into.qualifiers = member.qualifiers;
        }
    }

    fn structure_of(&self, id: GlobalId) -> Option<StructId> {
        match self.program.types.innermost(self.program.global(id).ty) {
            Type::Struct(structure) => Some(structure),
            _ => None,
        }
    }

    /// The first member that two declarations do not have alike.
    fn members_difference(&mut self, known: &[Member], new: &[Member]) -> Option<Difference> {
        if known.len() != new.len() {
            return Some((format!("{} members", new.len()), known.len().to_string()));
        }
        for (known, new) in known.iter().zip(new) {
            if known.name != new.name {
                return Some((format!("`{}`", new.name), format!("`{}`", known.name)));
            }
            let difference = self
                .join_types(known.ty, new.ty, &new.name, new.at)
                .or_else(|| qualifier_difference(&known.qualifiers, &new.qualifiers));
            if difference.is_some() || known.qualifiers.layout() != new.qualifiers.layout() {
                return Some((format!("another `{}`", new.name), "the same".to_owned()));
            }
        }
        None
    }

    /// Sizes arrays that have no size yet, as another type has them.
    fn size_open(&mut self, known: Type, other: Type) {
        let (mut known, mut other) = (known, other);
        while let (Type::Array(id), Some(inner), Some(array)) =
            (known, self.program.types.as_array(known), self.program.types.as_array(other))
        {
            if inner.length == Length::Unsized {
                self.program.types.set_length(id, array.length);
            }
            (known, other) = (inner.element, array.element);
        }
    }
}
