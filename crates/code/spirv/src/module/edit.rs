//! Adds, rewrites and removes instructions.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{At, Id, Instruction, Module, NOWHERE, Operand};
use crate::build::string;
use crate::grammar::{Section, op};

impl Module {
    /// An empty module; the version word is `0x00MMmm00`.
    pub fn new(version: u32) -> Module {
        Module { version, definitions: vec![NOWHERE], bound: 1, ..Module::default() }
    }

    /// Makes room for a number of instructions of usual length.
    pub(crate) fn reserve(&mut self, instructions: usize) {
        self.instructions.reserve(instructions);
        self.definitions.reserve(instructions);
        self.words.reserve(instructions * 4);
        self.ids.reserve(instructions * 4);
    }

    /// Allocates an id.
    pub fn new_id(&mut self) -> Id {
        let id = self.definitions.len() as Id;
        self.definitions.push(NOWHERE);
        if !self.numbers.is_empty() {
            let number = self.bound.max(self.numbers.last().copied().unwrap_or(0).saturating_add(1));
            self.numbers.push(number);
            self.bound = number.saturating_add(1);
        }
        id
    }

    /// Appends an instruction; `ty` and `result` are 0 where it has none. It is part of the module once its index is
    /// in a list.
    pub fn add(
        &mut self,
        opcode: u16,
        ty: Id,
        result: Id,
        operands: impl IntoIterator<Item = Operand>,
    ) -> At {
        let at = self.instructions.len() as At;
        let (start, length) = self.pool(operands);
        self.instructions.push(Instruction { opcode, ty, result, start, length, origin: [0; 2] });
        if result != 0 {
            self.definitions[result as usize] = at;
        }
        at
    }

    /// Appends an instruction with id operands.
    pub fn add_ids(&mut self, opcode: u16, ty: Id, result: Id, operands: &[Id]) -> At {
        self.add(opcode, ty, result, operands.iter().copied().map(Operand::Id))
    }

    /// States what an instruction came from; see [`Module::origin`].
    pub fn set_origin(&mut self, at: At, origin: Range<usize>) {
        self.instructions[at as usize].origin = [origin.start as u32, origin.end as u32];
    }

    /// Replaces opcode and operands; type, result and origin stay.
    pub fn rewrite(&mut self, at: At, opcode: u16, operands: impl IntoIterator<Item = Operand>) {
        let (start, length) = self.pool(operands);
        let instruction = &mut self.instructions[at as usize];
        *instruction = Instruction { opcode, start, length, ..*instruction };
    }

    /// Replaces operand `index`, counted after type and result; it stays an id or a literal.
    pub fn set_word(&mut self, at: At, index: usize, word: u32) {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        if index < length as usize {
            self.words[start as usize + index] = word;
        }
    }

    /// Replaces the result type.
    pub fn set_type(&mut self, at: At, ty: Id) {
        self.instructions[at as usize].ty = ty;
    }

    /// Gives an instruction without a result one.
    pub fn set_result(&mut self, at: At, ty: Id, result: Id) {
        let instruction = &mut self.instructions[at as usize];
        instruction.ty = ty;
        instruction.result = result;
        self.definitions[result as usize] = at;
    }

    /// Turns an instruction into `OpNop` without operands; the caller drops it from its list.
    pub fn remove(&mut self, at: At) {
        let instruction = &mut self.instructions[at as usize];
        let result = std::mem::take(&mut instruction.result);
        *instruction = Instruction { opcode: op::NOP, origin: instruction.origin, ..Instruction::default() };
        if let Some(definition) = self.definitions.get_mut(result as usize)
            && *definition == at
        {
            *definition = NOWHERE;
        }
    }

    /// Rewrites the ids that an instruction uses, result type included.
    pub fn map_ids(&mut self, at: At, mut map: impl FnMut(Id) -> Id) {
        let Instruction { ty, start, length, .. } = self.instructions[at as usize];
        if ty != 0 {
            self.instructions[at as usize].ty = map(ty);
        }
        for index in start as usize..(start + length) as usize {
            if self.ids[index] {
                self.words[index] = map(self.words[index]);
            }
        }
    }

    /// Removes debug lines and instructions from all lists where `keep` is false.
    pub fn retain(&mut self, mut keep: impl FnMut(&Module, At) -> bool) {
        let mut lists = std::mem::take(&mut self.globals);
        lists.retain(|at| keep(self, *at));
        self.globals = lists;
        let mut functions = std::mem::take(&mut self.functions);
        for function in &mut functions {
            function.before.retain(|at| keep(self, *at));
            function.head.retain(|at| keep(self, *at));
            function.end.retain(|at| keep(self, *at));
            for block in &mut function.blocks {
                block.head.retain(|at| keep(self, *at));
                block.body.retain(|at| keep(self, *at));
            }
        }
        self.functions = functions;
        let mut end = std::mem::take(&mut self.end);
        end.retain(|at| keep(self, *at));
        self.end = end;
    }

    /// Places a global instruction after the last one of its section of the layout, or of an earlier section.
    pub fn place_global(&mut self, at: At) {
        let section = Section::of(self.opcode(at));
        let before = |other: &At| Section::of(self.opcode(*other)) <= section;
        let index = self.globals.iter().rposition(before).map_or(0, |index| index + 1);
        self.globals.insert(index, at);
    }

    /// Gives ids names in place of those that they have.
    pub fn rename(&mut self, names: &BTreeMap<Id, String>) {
        let mut globals = std::mem::take(&mut self.globals);
        globals.retain(|at| self.opcode(*at) != op::NAME || !names.contains_key(&self.word(*at, 0)));
        self.globals = globals;
        let mut added = Vec::with_capacity(names.len());
        for (id, name) in names {
            let text = string(name).into_iter().map(Operand::Literal);
            added.push(self.add(op::NAME, 0, 0, [Operand::Id(*id)].into_iter().chain(text)));
        }
        self.place_globals(&added);
    }

    /// Places global instructions of one section as [`Module::place_global`] does.
    pub fn place_globals(&mut self, list: &[At]) {
        let Some((first, rest)) = list.split_first() else { return };
        self.place_global(*first);
        let behind = self.globals.iter().rposition(|at| at == first).map_or(0, |index| index + 1);
        self.globals.splice(behind..behind, rest.iter().copied());
    }

    /// Numbers ids from 1 in the order in which they are defined; ids that are never defined go. `None`, and no change,
    /// if one of them is used.
    pub fn compact_ids(&mut self) -> Option<()> {
        let list: Vec<At> = self.walk().collect();
        let mut ids = vec![0; self.bound()];
        let mut definitions = vec![NOWHERE];
        for &at in &list {
            let result = self.get(at).result;
            if result != 0 {
                ids[result as usize] = definitions.len() as Id;
                definitions.push(at);
            }
        }
        for &at in &list {
            let ty = self.get(at).ty;
            if ty != 0 && ids[ty as usize] == 0 || self.used_ids(at).any(|id| ids[id as usize] == 0) {
                return None;
            }
        }
        for &at in &list {
            self.map_ids(at, |id| ids[id as usize]);
            let result = &mut self.instructions[at as usize].result;
            *result = ids[*result as usize];
        }
        for function in &mut self.functions {
            function.id = ids[function.id as usize];
            for block in &mut function.blocks {
                block.label = ids[block.label as usize];
            }
        }
        self.bound = definitions.len() as u32;
        self.definitions = definitions;
        self.numbers.clear();
        Some(())
    }

    fn pool(&mut self, operands: impl IntoIterator<Item = Operand>) -> (u32, u32) {
        let start = self.words.len();
        for operand in operands {
            self.words.push(operand.word());
            self.ids.push(operand.id().is_some());
        }
        (start as u32, (self.words.len() - start) as u32)
    }
}
