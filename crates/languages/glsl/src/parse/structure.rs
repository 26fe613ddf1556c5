//! Structures, and the members of structures and blocks.

use foldhash::HashMap;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Word};
use glassbox_syntax::uses::UseKind;

use super::qualifier::{Specifiers, StorageWord};
use super::type_specifier::Specified;
use crate::model::{At, Storage, flag};
use crate::parse::{Entity, Parser};
use crate::rules::{DECLARATION, QUALIFIER_USE, REDECLARED};
use crate::types::{Length, Member, StructId, Structure, Type};

/// A member with what was said of it.
#[derive(Clone, Debug)]
pub(crate) struct ReadMember {
    pub(crate) member: Member,
    pub(crate) specifiers: Specifiers,
}

impl Parser<'_> {
    /// Reads `struct NAME { … }`.
    pub(crate) fn structure(&mut self) -> Type {
        let at = self.advance();
        let named = self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone());
        let name_at = if named.is_some() { self.advance() } else { at };
        if self.declared.members_depth > 0 {
            let message = "found a structure inside of another one or of a block, expected only members";
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("declare the structure before"));
        }
        let name = named.clone().unwrap_or_else(|| self.words.get(""));
        if named.is_some() {
            self.check_name(&name, name_at);
        }
        if self.expect("{").is_none() {
            return Type::Error;
        }
        let members = self.members();
        self.expect("}");
        for member in &members {
            self.check_structure_member(member);
        }
        let id = self.program.types.new_structure(Structure {
            name: name.clone(),
            at: name_at,
            members: members.into_iter().map(|read| read.member).collect(),
            is_block: false,
            is_built_in: false,
        });
        if named.is_none() {
            return Type::Struct(id);
        }
        let known = self.known_structure(id);
        let id = known.map_or(id, |(known, _)| known);
        self.declare_type(&name, name_at, id, known.map(|(_, symbol)| symbol));
        Type::Struct(id)
    }

    fn declare_type(&mut self, name: &Word, at: At, id: StructId, symbol: Option<u32>) {
        if self.report_redeclared(name, at) {
            return;
        }
        let symbol = self.declare_known_name(at, symbol);
        self.scopes.declare(name, Entity::Type(Type::Struct(id)), symbol);
    }

    /// Records a declaration, for uses.
    pub(crate) fn declare_name(&mut self, at: At) -> u32 {
        self.declare_known_name(at, None)
    }

    /// The same of what another text may declare too.
    pub(super) fn declare_known_name(&mut self, at: At, symbol: Option<u32>) -> u32 {
        let symbol = symbol.unwrap_or_else(|| self.uses.new_symbol());
        if at != At::NONE {
            let from = self.from(at);
            self.uses.push(from, symbol, UseKind::Declare);
        }
        symbol
    }

    /// Records a use of the name at a token, if it is known.
    pub(crate) fn use_of_name(&mut self, at: At) {
        if let Some(name) = self.word(at)
            && let Some((_, symbol)) = self.scopes.find(&name)
        {
            let from = self.from(at);
            self.uses.push(from, symbol, UseKind::Read);
        }
    }

    /// Reports a name that this scope declares already.
    pub(crate) fn report_redeclared(&mut self, name: &Word, at: At) -> bool {
        let Some(entity) = self.scopes.own(name).cloned() else {
            return false;
        };
        let first = self.declared_at(&entity);
        if &**name == "main" && self.scopes.depth() == 0 {
            // The other declaration has been reported.
            return true;
        }
        let message = format!("found a second declaration of `{}` in this scope", shown(name));
        let finding = self.finding_with(&REDECLARED, at, message, (first, "the first one"));
        self.add(finding.help("rename one of them, or remove it"));
        true
    }

    /// Where something was declared.
    pub(crate) fn declared_at(&self, entity: &Entity) -> At {
        let types = &self.program.types;
        match entity {
            Entity::Global(id) => self.program.global(*id).at,
            Entity::Member(id, index) => {
                let structure = types.as_structure(types.innermost(self.program.global(*id).ty));
                structure
                    .and_then(|structure| structure.members.get(*index as usize))
                    .map_or(At::NONE, |member| member.at)
            }
            Entity::Local(id) => self.locals.get(id.0 as usize).map_or(At::NONE, |local| local.at),
            Entity::Functions(all) => all.iter().next().map_or(At::NONE, |id| self.program.function(id).at),
            Entity::Type(Type::Struct(id) | Type::Reference(id)) | Entity::Block(id) => {
                types.structure(*id).at
            }
            Entity::Type(_) => At::NONE,
            Entity::Subroutine(id) => self.program.function(*id).at,
        }
    }

    /// Reads members up to the closing brace, which is not passed.
    pub(crate) fn members(&mut self) -> Vec<ReadMember> {
        self.declared.members_depth += 1;
        let mut members: Vec<ReadMember> = Vec::new();
        let mut names: HashMap<u32, At> = HashMap::default();
        while !self.is("}") && !self.is_at_end() {
            self.apply_extensions();
            let before = self.here();
            self.member_line(&mut members, &mut names);
            if self.here() == before {
                self.advance();
            }
        }
        self.declared.members_depth -= 1;
        if members.is_empty() {
            let here = self.here();
            let finding =
                self.finding(&crate::rules::SYNTAX, here, "found no members, expected at least one");
            self.add(finding.help("declare a member between the braces"));
        }
        members
    }

    /// Reads `QUALIFIERS TYPE NAME, NAME[SIZE];`.
    fn member_line(&mut self, members: &mut Vec<ReadMember>, names: &mut HashMap<u32, At>) {
        let mut specifiers = self.specifiers();
        let specified = if self.declared.is_heap_block && self.is("{") {
            self.inline_reference(&mut specifiers)
        } else {
            match self.type_specifier() {
                Some(specified) => specified,
                None => return self.recover_member(),
            }
        };
        self.check_arrayed_type(&specified);
        if self.program.environment.is_embedded() && self.declared.members_depth > 0 && !self.is(";") {
            let dimensions = specified.dimensions.clone();
            // Only the last member of a buffer may have no size: it has its brackets behind the name.
            self.require_sizes(&dimensions);
        }
        self.check_member_qualifiers(&mut specifiers);
        if specified.base == Type::Void {
            let finding =
                self.finding(&DECLARATION, specified.at, "found `void`, expected the type of a member");
            self.add(finding.help("write a type with values"));
        }
        let precision = self.declared_precision(&specifiers, specified.base, specified.at);
        specifiers.qualifiers.precision = precision;
        loop {
            self.member_name(&specifiers, &specified, members, names);
            if self.take(",").is_none() {
                break;
            }
        }
        if self.expect(";").is_none() {
            self.recover_member();
        }
    }

    fn member_name(
        &mut self,
        specifiers: &Specifiers,
        specified: &Specified,
        members: &mut Vec<ReadMember>,
        names: &mut HashMap<u32, At>,
    ) {
        let Some(name) =
            self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone())
        else {
            self.unexpected("the name of a member", "name the member");
            return;
        };
        let at = self.advance();
        let dimensions = self.dimensions();
        if dimensions.len() > 1 {
            self.check_arrays_of_arrays(at);
        }
        let ty = self.declared_type(specified, &dimensions);
        if let Some(first) = names.insert(name.number(), at) {
            let message = format!("found a second member `{}`, expected different names", shown(&name));
            let finding = self.finding_with(&REDECLARED, at, message, (first, "the first one"));
            self.add(finding.help("rename one of them"));
            return;
        }
        let member = Member { name, at, ty, qualifiers: specifiers.qualifiers.clone(), built_in: None };
        members.push(ReadMember { member, specifiers: specifiers.clone() });
    }

    /// Passes the rest of a member that could not be read.
    fn recover_member(&mut self) {
        while let Some(token) = self.peek(0) {
            if token.is("}") {
                return;
            }
            let is_end = token.is(";");
            self.advance();
            if is_end {
                return;
            }
        }
    }

    /// What no member can be qualified with.
    fn check_member_qualifiers(&mut self, specifiers: &mut Specifiers) {
        self.check_stage_words(specifiers);
        for (flag, word) in [(flag::NON_UNIFORM, "nonuniformEXT"), (flag::PATCH, "patch")] {
            if specifiers.has(flag) {
                let message = format!("found `{word}` on a member, expected it on whole declarations");
                self.report_qualifier(specifiers.at, message, At::NONE, "remove it");
                specifiers.qualifiers.flags &= !flag;
            }
        }
        if specifiers.storage == StorageWord::InOut {
            let message = "found `inout` on a member, expected `in` or `out`".to_owned();
            self.report_qualifier(specifiers.storage_at, message, At::NONE, "remove one of them");
        }
    }

    /// What a member of a structure that is no block may not have.
    fn check_structure_member(&mut self, read: &ReadMember) {
        let specifiers = &read.specifiers;
        let is_buffer = Self::member_storage(specifiers)
            .is_some_and(|storage| self.is_buffer_storage(read.member.ty, storage));
        let problem = if specifiers.storage != StorageWord::None && !is_buffer {
            Some((specifiers.storage_at, "a storage"))
        } else if specifiers.is_auxiliary() {
            Some((specifiers.at, "a place of sampling"))
        } else if specifiers.qualifiers.interpolation.is_some() {
            Some((specifiers.interpolation_at, "an interpolation"))
        } else if specifiers.is_memory() {
            Some((specifiers.flags_at, "a memory qualifier"))
        } else if specifiers.has_layout() {
            Some((specifiers.layout_at, "a layout"))
        } else if specifiers.has(flag::INVARIANT) {
            Some((specifiers.flags_at, "`invariant`"))
        } else {
            None
        };
        if let Some((at, what)) = problem {
            let message = format!("found {what} on a member of a structure, expected a type alone");
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help("put it on the variable of this structure"));
        }
        let is_unsized = {
            let types = &self.program.types;
            let mut ty = read.member.ty;
            let mut is_unsized = false;
            while let Some(array) = types.as_array(ty) {
                is_unsized |= array.length == Length::Unsized;
                ty = array.element;
            }
            is_unsized
        };
        if is_unsized {
            let message = "found `[]` in a structure, expected the size of the array";
            let finding = self.finding(&DECLARATION, read.member.at, message);
            self.add(finding.help("write the number of elements; only the last member of a buffer has none"));
        }
    }

    /// The storage that a member states, to be compared with that of its block.
    pub(crate) fn member_storage(specifiers: &Specifiers) -> Option<Storage> {
        (specifiers.storage != StorageWord::None).then(|| specifiers.global_storage())
    }
}
