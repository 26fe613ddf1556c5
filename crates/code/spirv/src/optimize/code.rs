//! A module taken apart: every instruction in one list, functions and blocks as lists of places in it.
//!
//! Ids are numbered anew without gaps when a module is read, so tables by id are vectors. Passes rewrite instructions where
//! they stand, take them out by making them `OpNop`, and say that one value stands for another with [`Code::replace`];
//! [`Code::settle`] then makes it so everywhere.

use super::opcode::{self as op, NOP, TYPE_POINTER};
use crate::raw::storage;

/// A result, numbered from 1; 0 is none.
pub(super) type Id = u32;

/// The place of an instruction in [`Code::instructions`].
pub(super) type At = u32;

/// No place.
pub(super) const NOWHERE: At = At::MAX;

/// An instruction; its operands stand in a pool.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Instruction {
    pub(super) opcode: u16,
    /// Its result type, or 0.
    pub(super) ty: Id,
    /// What it defines, or 0.
    pub(super) result: Id,
    start: u32,
    length: u32,
}

/// A function: what stands before its blocks, and they.
#[derive(Clone, Debug, Default)]
pub(super) struct Function {
    /// `OpFunction` and its parameters.
    pub(super) head: Vec<At>,
    pub(super) blocks: Vec<Block>,
}

/// A block. The last instruction of the body ends it.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) label: Id,
    pub(super) body: Vec<At>,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    /// Magic number, version, generator, bound, schema.
    pub(super) header: [u32; 5],
    instructions: Vec<Instruction>,
    words: Vec<u32>,
    /// For each word of the pool whether it is an id.
    ids: Vec<bool>,
    /// What stands before the first function.
    pub(super) globals: Vec<At>,
    pub(super) functions: Vec<Function>,
    /// By id, where it is defined.
    definitions: Vec<At>,
    /// By id, what stands for it.
    replaced: Vec<Id>,
    /// By id, whether a decoration says more of it than how precise it need be.
    decorated: Vec<bool>,
    /// Whether memory changes by itself somewhere.
    pub(super) volatile: bool,
    /// Whether some uniform blocks are written.
    pub(super) buffer_blocks: bool,
    /// How often something was changed.
    pub(super) changes: u64,
    /// Whether a pass met what no valid module has.
    pub(super) contradiction: bool,
}

impl Code {
    /// A module of ids below `count`, without instructions.
    pub(super) fn new(header: [u32; 5], count: usize) -> Code {
        Code {
            header,
            definitions: vec![NOWHERE; count],
            replaced: (0..count as Id).collect(),
            decorated: vec![false; count],
            ..Code::default()
        }
    }

    /// One more than the largest id.
    pub(super) fn bound(&self) -> usize {
        self.definitions.len()
    }

    /// Appends an instruction to the list: operands, and for each whether it is an id.
    pub(super) fn add(
        &mut self,
        opcode: u16,
        ty: Id,
        result: Id,
        operands: impl IntoIterator<Item = (u32, bool)>,
    ) -> At {
        let at = self.instructions.len() as At;
        let start = self.pool(operands);
        self.instructions.push(Instruction {
            opcode,
            ty,
            result,
            start,
            length: self.words.len() as u32 - start,
        });
        if let Some(definition) = self.definitions.get_mut(result as usize)
            && result != 0
        {
            *definition = at;
        }
        at
    }

    fn pool(&mut self, operands: impl IntoIterator<Item = (u32, bool)>) -> u32 {
        let start = self.words.len() as u32;
        for (word, is_id) in operands {
            self.words.push(word);
            self.ids.push(is_id);
        }
        start
    }

    /// Replaces an instruction by another with the same type and result.
    pub(super) fn rewrite(&mut self, at: At, opcode: u16, operands: impl IntoIterator<Item = (u32, bool)>) {
        let start = self.pool(operands);
        let length = self.words.len() as u32 - start;
        let instruction = &mut self.instructions[at as usize];
        *instruction = Instruction {
            opcode,
            start,
            length,
            ..*instruction
        };
        self.changes += 1;
    }

    /// Gives an instruction without a result one.
    pub(super) fn give_result(&mut self, at: At, ty: Id, result: Id) {
        let instruction = &mut self.instructions[at as usize];
        instruction.ty = ty;
        instruction.result = result;
        self.definitions[result as usize] = at;
    }

    /// Takes an instruction out.
    pub(super) fn remove(&mut self, at: At) {
        self.instructions[at as usize].opcode = NOP;
        self.changes += 1;
    }

    /// An id that nothing defines yet.
    pub(super) fn new_id(&mut self) -> Id {
        let id = self.definitions.len() as Id;
        self.definitions.push(NOWHERE);
        self.replaced.push(id);
        self.decorated.push(false);
        id
    }

    /// An instruction.
    pub(super) fn get(&self, at: At) -> Instruction {
        self.instructions[at as usize]
    }

    /// How many instructions there are, also those taken out.
    pub(super) fn count(&self) -> usize {
        self.instructions.len()
    }

    /// The words behind type and result.
    pub(super) fn operands(&self, at: At) -> &[u32] {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        &self.words[start as usize..(start + length) as usize]
    }

    /// The words behind type and result, each with whether it is an id.
    pub(super) fn marked(&self, at: At) -> impl ExactSizeIterator<Item = (u32, bool)> + Clone {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        let range = start as usize..(start + length) as usize;
        self.words[range.clone()]
            .iter()
            .copied()
            .zip(self.ids[range].iter().copied())
    }

    /// The ids among the words behind type and result.
    pub(super) fn used(&self, at: At) -> impl Iterator<Item = Id> + Clone {
        self.marked(at).filter(|(_, is_id)| *is_id).map(|(word, _)| word)
    }

    /// One of the words behind type and result, zero where there is none.
    pub(super) fn word(&self, at: At, place: usize) -> u32 {
        self.operands(at).get(place).copied().unwrap_or(0)
    }

    /// Where an id is defined.
    pub(super) fn definition(&self, id: Id) -> Option<At> {
        let at = *self.definitions.get(id as usize)?;
        (at != NOWHERE && self.get(at).result == id).then_some(at)
    }

    /// The opcode of the instruction that defines an id, `OpNop` where none does.
    pub(super) fn opcode(&self, id: Id) -> u16 {
        self.definition(id).map_or(NOP, |at| self.get(at).opcode)
    }

    /// The type of a value, 0 for what has none.
    pub(super) fn type_of(&self, id: Id) -> Id {
        self.definition(id).map_or(0, |at| self.get(at).ty)
    }

    /// What a pointer type points to, and its storage class.
    pub(super) fn pointer(&self, ty: Id) -> Option<(Id, u32)> {
        let at = self.definition(ty)?;
        (self.get(at).opcode == TYPE_POINTER).then(|| (self.word(at, 1), self.word(at, 0)))
    }

    /// Whether a type is made of booleans and numbers only, so that values of it may be kept anywhere.
    pub(super) fn is_plain(&self, ty: Id) -> bool {
        let mut open = vec![ty];
        // Types are made of earlier ones, so this ends; the limit is for large ones with many parts.
        for _ in 0..64 {
            let Some(ty) = open.pop() else { return true };
            let Some(at) = self.definition(ty) else {
                return false;
            };
            match self.get(at).opcode {
                op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT => {}
                op::TYPE_VECTOR | op::TYPE_MATRIX | op::TYPE_ARRAY => open.push(self.word(at, 0)),
                op::TYPE_STRUCT => open.extend_from_slice(self.operands(at)),
                _ => return false,
            }
        }
        false
    }

    /// The type of a part, and whether it can have a part with this index.
    pub(super) fn part(&self, ty: Id, index: u32) -> Option<Id> {
        let at = self.definition(ty)?;
        let (part, count) = match self.get(at).opcode {
            op::TYPE_VECTOR | op::TYPE_MATRIX => (self.word(at, 0), self.word(at, 1)),
            op::TYPE_ARRAY => (self.word(at, 0), self.constant(self.word(at, 1))?),
            op::TYPE_STRUCT => (self.word(at, index as usize), self.operands(at).len() as u32),
            _ => return None,
        };
        (index < count).then_some(part)
    }

    /// How many parts a value of this type has, where that is known.
    pub(super) fn parts(&self, ty: Id) -> Option<u32> {
        let at = self.definition(ty)?;
        match self.get(at).opcode {
            op::TYPE_VECTOR | op::TYPE_MATRIX => Some(self.word(at, 1)),
            op::TYPE_ARRAY => self.constant(self.word(at, 1)),
            op::TYPE_STRUCT => Some(self.operands(at).len() as u32),
            _ => None,
        }
    }

    /// The value of an integer constant of at most 32 bits that no specialization changes.
    pub(super) fn constant(&self, id: Id) -> Option<u32> {
        let at = self.definition(id)?;
        let instruction = self.get(at);
        if instruction.opcode != op::CONSTANT || self.opcode(instruction.ty) != op::TYPE_INT {
            return None;
        }
        let [value] = *self.operands(at) else { return None };
        Some(value)
    }

    /// The value of a boolean constant that no specialization changes.
    pub(super) fn truth(&self, id: Id) -> Option<bool> {
        match self.opcode(id) {
            op::CONSTANT_TRUE => Some(true),
            op::CONSTANT_FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether an extended instruction is of the set of shader functions, and its number.
    pub(super) fn shader_function(&self, at: At) -> Option<u32> {
        const NAME: [u32; 4] = [
            u32::from_le_bytes(*b"GLSL"),
            u32::from_le_bytes(*b".std"),
            u32::from_le_bytes(*b".450"),
            0,
        ];
        let set = self.definition(self.word(at, 0))?;
        let known = self.get(set).opcode == op::EXT_INST_IMPORT && self.operands(set) == NAME;
        known.then(|| self.word(at, 1))
    }

    /// Whether an instruction has no effect but its result.
    pub(super) fn only_computes(&self, at: At) -> bool {
        let instruction = self.get(at);
        if instruction.result == 0 {
            return false;
        }
        match instruction.opcode {
            op::LOAD => !self.volatile && self.word(at, 1) & op::VOLATILE_ACCESS == 0,
            op::EXT_INST => self.shader_function(at).is_some_and(op::extended_only_computes),
            // What reads images may say that a texel changes by itself, which only the image's decoration does elsewhere.
            op::IMAGE_FETCH | op::IMAGE_READ => !self.volatile && self.word(at, 2) & op::VOLATILE_TEXEL == 0,
            87..=op::IMAGE_READ => !self.volatile,
            opcode => op::only_computes(opcode),
        }
    }

    /// Whether nothing writes the memory that a pointer is into while the shader runs.
    pub(super) fn is_read_only(&self, pointer: Id) -> bool {
        let Some((_, class)) = self.pointer(self.type_of(pointer)) else {
            return false;
        };
        let never_written = class == storage::UNIFORM && !self.buffer_blocks;
        !self.volatile && (never_written || op::READ_ONLY.contains(&class))
    }

    /// Notes that a decoration says something of an id that its value alone does not.
    pub(super) fn decorate(&mut self, id: Id) {
        if let Some(decorated) = self.decorated.get_mut(id as usize) {
            *decorated = true;
        }
    }

    /// Whether a decoration says more of an id than how precise it need be.
    pub(super) fn is_decorated(&self, id: Id) -> bool {
        self.decorated.get(id as usize).copied().unwrap_or(true)
    }

    /// What stands for an id.
    pub(super) fn resolve(&mut self, mut id: Id) -> Id {
        while let Some(&next) = self.replaced.get(id as usize)
            && next != id
        {
            let after = self.replaced[next as usize];
            self.replaced[id as usize] = after;
            id = next;
        }
        id
    }

    /// Lets one value stand for another from now on.
    pub(super) fn replace(&mut self, old: Id, new: Id) {
        let new = self.resolve(new);
        if new == old {
            // A value that is computed from itself without a phi.
            self.contradiction = true;
        } else if let Some(replaced) = self.replaced.get_mut(old as usize) {
            *replaced = new;
            self.changes += 1;
        }
    }

    /// Writes what stands for the operands of an instruction into it.
    pub(super) fn settle_at(&mut self, at: At) {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        for place in start as usize..(start + length) as usize {
            if self.ids[place] {
                self.words[place] = self.resolve(self.words[place]);
            }
        }
    }

    /// Writes what stands for ids into every instruction of a function, and drops instructions that were taken out.
    pub(super) fn settle(&mut self, function: &mut Function) {
        for block in &mut function.blocks {
            block
                .body
                .retain(|at| self.instructions[*at as usize].opcode != NOP);
            for at in &block.body {
                self.settle_at(*at);
            }
        }
    }
}
