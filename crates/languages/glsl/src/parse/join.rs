//! Joins what the texts of a stage declare: a name that a text before this one has is the same variable, block, type or function, and
//! has to be declared alike. A text sees nothing of another one that it does not declare itself.

use foldhash::{HashMap, HashSet};
use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;
use glassbox_syntax::uses::UseKind;

use super::block::ReadBlock;
use super::difference::{layout_difference, qualifier_difference, storage_difference};
use super::scope::Entity;
use crate::link::same::Comparison;
use crate::model::{At, Function, FunctionId, Global, GlobalId, Layout, Qualifiers, Storage, flag};
use crate::parse::Parser;
use crate::rules::{STAGE_LAYOUT, TEXTS};
use crate::types::{StructId, Type};
use crate::vocabulary::variables::BlockKind;

/// What the texts of a stage before the one that is being read declare.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// What names stand for, with numbers for uses, by the numbers of the names.
    names: HashMap<u32, Vec<(Entity, u32)>>,
    /// Blocks by the numbers of their names, and their storage.
    blocks: HashMap<(u32, Storage), GlobalId>,
    /// Built-in variables, members and blocks that are redeclared.
    pub(super) redeclared: HashSet<(GlobalId, Option<u32>)>,
    pub(super) redeclared_blocks: HashSet<BlockKind>,
    /// Where `gl_FragCoord` is used in a text that does not redeclare it.
    plain_coordinates: Option<At>,
    /// Size of a workgroup, with the token that states it first.
    local_size: Option<([u32; 3], At)>,
    /// Variables of this text that others have too, with the flags that they have there, and where this text declares them.
    flags: Vec<(GlobalId, u32, At)>,
}

/// What may be stated behind the declaration.
pub(super) const LATE: u32 = flag::INVARIANT | flag::PRECISE;

impl Parser<'_> {
    /// Keeps what the text declares for those behind it.
    pub(super) fn remember_names(&mut self) {
        let known = &mut self.declared.known;
        for (word, entity, symbol) in self.scopes.declared() {
            if !matches!(entity, Entity::Local(_) | Entity::Block(_)) {
                known.names.entry(word.number()).or_default().push((entity.clone(), symbol));
            }
        }
        for (number, global) in self.program.globals.iter().enumerate().skip(self.text.globals) {
            if let Some(block) = self.program.block_of(global).filter(|block| !block.is_built_in) {
                let key = (block.name.number(), global.storage);
                known.blocks.entry(key).or_insert(GlobalId(number as u32));
            }
        }
        known.redeclared.extend(self.declared.redeclared.drain());
        known.redeclared_blocks.extend(self.declared.redeclared_blocks.drain());
        known.local_size = self.program.modes.local_size.take();
    }

    /// Where one text redeclares `gl_FragCoord` with a layout, all that use it do.
    pub(super) fn check_coordinates(&mut self) {
        let name = self.words.get("gl_FragCoord");
        let Some(Entity::Global(id)) = self.scopes.outside(&name).cloned() else { return };
        if !self.declared.redeclared.contains(&(id, None)) && self.declared.known.plain_coordinates.is_none()
        {
            self.declared.known.plain_coordinates = self.first_access(id, None);
        }
        let modes = &self.program.modes;
        if !modes.is_origin_upper_left && !modes.is_pixel_center_integer {
            return;
        }
        if let Some(at) = self.declared.known.plain_coordinates.take() {
            let other = self.program.global(id).at;
            let message = "found `gl_FragCoord` without the layout that another text has, expected the same";
            let finding = self.finding_with(&TEXTS, at, message, (other, "it is declared anew here"));
            self.add(finding.help("declare it anew in all texts that use it"));
        }
    }

    /// Texts that state a size of workgroups state the same one, with 1 where they say nothing.
    pub(super) fn join_local_size(&mut self) {
        let known = self.declared.known.local_size.take();
        if let (Some((expected, other)), Some((size, at))) = (known, self.program.modes.local_size)
            && expected != size
        {
            let spelled = |[x, y, z]: [u32; 3]| format!("{x} by {y} by {z}");
            let message = format!(
                "found a workgroup of {}, expected {} as in the other text",
                spelled(size),
                spelled(expected)
            );
            let finding = self.finding_with(&STAGE_LAYOUT, at, message, (other, "it is stated here"));
            self.add(finding.help("state the same sizes in all texts, or in one alone"));
        }
        self.program.modes.local_size = known.or(self.program.modes.local_size);
    }

    fn known(&self, name: &Word) -> impl Iterator<Item = (&Entity, u32)> {
        let all = self.declared.known.names.get(&name.number());
        all.into_iter().flatten().map(|(entity, symbol)| (entity, *symbol))
    }

    /// A variable of this name in a text before this one.
    pub(super) fn known_variable(&self, name: &Word) -> Option<(GlobalId, u32)> {
        self.known(name).find_map(|(entity, symbol)| match entity {
            Entity::Global(id) if self.program.block_of(self.program.global(*id)).is_none() => {
                Some((*id, symbol))
            }
            _ => None,
        })
    }

    /// A block of this name and storage in a text before this one.
    pub(super) fn known_block(&self, block: &ReadBlock) -> Option<GlobalId> {
        self.declared.known.blocks.get(&(block.name.number(), block.storage)).copied()
    }

    /// A function in a text before this one that has the name and the parameters of another.
    pub(super) fn known_function(&self, function: &Function) -> Option<(FunctionId, u32)> {
        self.known(&function.name).find_map(|(entity, symbol)| match entity {
            Entity::Functions(all) => {
                let found = all.iter().find(|id| self.has_same_parameters(*id, function));
                found.map(|id| (id, symbol))
            }
            _ => None,
        })
    }

    /// A subroutine type in a text before this one that is the same.
    pub(super) fn known_subroutine(&self, function: &Function) -> Option<(FunctionId, u32)> {
        self.known(&function.name).find_map(|(entity, symbol)| match entity {
            Entity::Subroutine(id) if self.has_same_parameters(*id, function) => {
                let is_same = self.program.types.is_same(self.program.function(*id).result, function.result);
                is_same.then_some((*id, symbol))
            }
            _ => None,
        })
    }

    /// The structure of a text before this one that the newest structure repeats, which is then dropped.
    pub(super) fn known_structure(&mut self, id: StructId) -> Option<(StructId, u32)> {
        let name = &self.program.types.structure(id).name;
        let found = self.known(name).find_map(|(entity, symbol)| match entity {
            Entity::Type(Type::Struct(other)) if self.is_same_structure(id, *other) => Some((*other, symbol)),
            _ => None,
        });
        if found.is_some() {
            self.drop_structure(id);
        }
        found
    }

    /// The type of references of this name in a text before this one.
    pub(super) fn known_reference(&self, name: &Word) -> Option<(StructId, u32)> {
        self.known(name).find_map(|(entity, symbol)| match entity {
            Entity::Type(Type::Reference(id)) => Some((*id, symbol)),
            _ => None,
        })
    }

    /// Whether a structure is of a text before this one.
    pub(super) fn is_known_structure(&self, id: StructId) -> bool {
        (id.0 as usize) < self.text.structures
    }

    /// Takes back the structure that was declared last.
    pub(super) fn drop_structure(&mut self, id: StructId) {
        let structures = &mut self.program.types.structures;
        if id.0 as usize + 1 == structures.len() {
            structures.pop();
        }
    }

    /// Whether structures have the same members.
    pub(super) fn is_same_structure(&self, a: StructId, b: StructId) -> bool {
        Comparison::new(&self.program, &self.program).is_same(Type::Struct(a), Type::Struct(b))
    }

    /// Declares a variable that a text before this one has. `false` where they differ, which is reported.
    pub(super) fn join_variable(&mut self, (id, symbol): (GlobalId, u32), new: &Global) -> bool {
        let known = self.program.global(id).clone();
        let difference = storage_difference(known.storage, new.storage)
            .or_else(|| self.join_types(known.ty, new.ty, &new.name, new.at))
            .or_else(|| qualifier_difference(&known.qualifiers, &new.qualifiers))
            .or_else(|| layout_difference(known.qualifiers.layout(), new.qualifiers.layout()))
            .or_else(|| self.counter_difference(&known, new))
            .or_else(|| self.value_difference(&known, new));
        if let Some(difference) = difference {
            self.report_difference(&new.name, new.at, difference, known.at);
            return false;
        }
        self.note_known(&known.qualifiers, &new.qualifiers);
        let from = self.from(new.at);
        self.uses.push(from, symbol, UseKind::Declare);
        self.scopes.declare(&new.name, Entity::Global(id), symbol);
        self.declared.known.flags.push((id, known.qualifiers.flags & LATE, new.at));
        let global = &mut self.program.globals[id.0 as usize];
        complete(&mut global.qualifiers, &new.qualifiers);
        global.qualifiers.flags = global.qualifiers.flags & !LATE | new.qualifiers.flags & LATE;
        if global.initializer.is_none() && new.initializer.is_some() {
            global.initializer = new.initializer;
            // Values are computed in the order of these places.
            global.at = new.at;
        }
        true
    }

    /// Declares a block that a text before this one has. `false` where they differ, which is reported.
    pub(super) fn join_block(&mut self, block: &ReadBlock, structure: StructId, id: GlobalId) -> bool {
        let known = self.program.global(id).clone();
        let Some(difference) = self.block_difference(block, structure, &known) else {
            self.note_known(&known.qualifiers, &block.specifiers.qualifiers);
            complete(&mut self.program.globals[id.0 as usize].qualifiers, &block.specifiers.qualifiers);
            self.drop_structure(structure);
            self.declare_known_block(block, id, &known);
            return true;
        };
        self.report_difference(&block.name, block.name_at, difference, known.at);
        false
    }

    /// Puts the instance of a block, or its members, in scope.
    fn declare_known_block(&mut self, block: &ReadBlock, id: GlobalId, known: &Global) {
        if let Some((name, at)) = &block.instance {
            if !self.report_redeclared(name, *at) {
                let symbol = self.declare_name(*at);
                self.scopes.declare(name, Entity::Global(id), symbol);
            }
            return;
        }
        let Some(structure) = self.program.block_of(known) else { return };
        let names: Vec<Word> = structure.members.iter().map(|member| member.name.clone()).collect();
        for (number, name) in names.iter().enumerate() {
            if self.report_redeclared(name, block.name_at) {
                continue;
            }
            let symbol = self.known(name).find_map(|(entity, symbol)| {
                let is_it =
                    matches!(entity, Entity::Member(of, index) if *of == id && *index as usize == number);
                is_it.then_some(symbol)
            });
            let symbol = symbol.unwrap_or_else(|| self.uses.new_symbol());
            self.scopes.declare(name, Entity::Member(id, number as u32), symbol);
        }
    }

    /// Notes whether the places of what is declared are taken.
    fn note_known(&mut self, known: &Qualifiers, new: &Qualifiers) {
        let (known, new) = (known.layout(), new.layout());
        self.declared.is_known = known.location.is_some() || new.location.is_none();
    }

    /// Reports names that a block without an instance name and another declaration both have, in two texts.
    pub(super) fn check_known_names(&mut self, id: GlobalId) {
        let global = self.program.global(id);
        if self.declared.known.names.is_empty()
            || !matches!(global.storage, Storage::In | Storage::Out | Storage::Uniform | Storage::Buffer)
        {
            return;
        }
        let block = self.program.block_of(global);
        let names: Vec<(Word, At)> = match block {
            None => vec![(global.name.clone(), global.at)],
            Some(block) if global.is_anonymous_block => {
                // Those with a location are known by it.
                let members = block.members.iter();
                let members = members.filter(|member| member.qualifiers.layout().location.is_none());
                members.map(|member| (member.name.clone(), member.at)).collect()
            }
            Some(_) => return,
        };
        let own = self.program.linked_name(global).clone();
        let (storage, is_block) = (global.storage, block.is_some());
        for (name, at) in names {
            let other = self.known(&name).find_map(|(entity, _)| match entity {
                Entity::Member(id, _) | Entity::Global(id) => {
                    let other = self.program.global(*id);
                    let is_member = matches!(entity, Entity::Member(..));
                    // Blocks of one name have been compared.
                    let is_other = other.storage == storage && *self.program.linked_name(other) != own;
                    (is_other && (is_block || is_member)).then(|| entity.clone())
                }
                _ => None,
            });
            let Some(other) = other else { continue };
            let message = format!("found `{}`, which is something else in another text", shown(&name));
            let finding =
                self.finding_with(&TEXTS, at, message, (self.declared_at(&other), "it is this there"));
            self.add(finding.help("rename one of them, or give the block an instance name"));
        }
    }

    /// Reports the number of a specialization constant that another one has in a text before this one.
    pub(super) fn check_known_constant(&mut self, qualifiers: &Qualifiers, at: At) {
        let Some(number) = qualifiers.layout().constant_id else { return };
        if let Some(first) = self.declared.constant_ids.get(&number).copied()
            && self.is_of_other_text(first)
        {
            self.report_constant_id(number, at, first);
        }
    }

    /// Reports variables that are invariant or precise in one text alone.
    pub(super) fn check_joined_flags(&mut self) {
        for (id, others, at) in std::mem::take(&mut self.declared.known.flags) {
            let global = &mut self.program.globals[id.0 as usize];
            let own = global.qualifiers.flags & LATE;
            global.qualifiers.flags |= others;
            let name = global.name.clone();
            let first = global.at;
            let differing = own ^ others;
            if differing == 0 {
                continue;
            }
            let word = if differing & flag::INVARIANT != 0 { "`invariant`" } else { "`precise`" };
            let spelled = |flags: u32| if flags & differing == 0 { "no " } else { "" };
            let difference = (format!("{}{word}", spelled(own)), format!("{}{word}", spelled(others)));
            self.report_difference(&name, at, difference, first);
        }
    }
}

/// Takes over what a second declaration states and the first one leaves open.
fn complete(known: &mut Qualifiers, new: &Qualifiers) {
    let new = new.layout();
    if *new == Layout::default() {
        return;
    }
    let into = known.layout_mut();
    into.location = into.location.or(new.location);
    into.component = into.component.or(new.component);
    into.index = into.index.or(new.index);
    into.set = into.set.or(new.set);
    into.binding = into.binding.or(new.binding);
    into.offset = into.offset.or(new.offset);
}
