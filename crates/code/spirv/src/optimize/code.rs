//! Holds a module in editable form: one list of instructions, with functions and blocks as lists of indices
//! into it.
//!
//! Reading renumbers ids without gaps, so tables by id are vectors. Passes rewrite instructions in place,
//! remove them by turning them into `OpNop`, and record that one value replaces another with
//! [`Code::replace`]; [`Code::apply_replacements`] then rewrites the operands.

use super::opcode::{self as op, NOP, TYPE_POINTER};
use crate::grammar::value::{image_operands, memory_access, storage_class as storage};

/// A result id, numbered from 1; 0 means none.
pub(super) type Id = u32;

/// Index into [`Code::instructions`].
pub(super) type InstructionIndex = u32;

/// No instruction.
pub(super) const NO_INSTRUCTION: InstructionIndex = InstructionIndex::MAX;

/// An instruction; its operands are in a pool.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Instruction {
    pub(super) opcode: u16,
    /// Result type, or 0.
    pub(super) ty: Id,
    /// Result id, or 0.
    pub(super) result: Id,
    start: u32,
    length: u32,
}

/// A word after type and result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Id(Id),
    Literal(u32),
}

impl Operand {
    pub(super) const fn word(self) -> u32 {
        match self {
            Operand::Id(word) | Operand::Literal(word) => word,
        }
    }

    pub(super) const fn id(self) -> Option<Id> {
        match self {
            Operand::Id(id) => Some(id),
            Operand::Literal(_) => None,
        }
    }
}

/// A function: header instructions and blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Function {
    /// `OpFunction` and its parameters.
    pub(super) head: Vec<InstructionIndex>,
    pub(super) blocks: Vec<Block>,
}

/// A basic block. The last instruction of `body` terminates it.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) label: Id,
    pub(super) body: Vec<InstructionIndex>,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    /// Magic number, version, generator, bound, schema.
    pub(super) header: [u32; 5],
    instructions: Vec<Instruction>,
    words: Vec<u32>,
    /// For each word of the pool, true if it is an id.
    ids: Vec<bool>,
    /// Instructions before the first function.
    pub(super) globals: Vec<InstructionIndex>,
    pub(super) functions: Vec<Function>,
    /// Defining instruction by id.
    definitions: Vec<InstructionIndex>,
    /// Replacement by id.
    replaced: Vec<Id>,
    /// By id, true if it has a decoration other than `RelaxedPrecision`.
    decorated: Vec<bool>,
    /// True if the module uses volatile memory.
    pub(super) volatile: bool,
    /// True if uniform blocks may be writable (`BufferBlock`).
    pub(super) buffer_blocks: bool,
    /// Number of changes made.
    pub(super) changes: u64,
    /// Set when a pass meets something impossible in a valid module.
    pub(super) is_inconsistent: bool,
}

impl Code {
    /// A module of ids below `count`, without instructions.
    pub(super) fn new(header: [u32; 5], count: usize) -> Code {
        Code {
            header,
            definitions: vec![NO_INSTRUCTION; count],
            replaced: (0..count as Id).collect(),
            decorated: vec![false; count],
            ..Code::default()
        }
    }

    /// Largest id plus one.
    pub(super) fn bound(&self) -> usize {
        self.definitions.len()
    }

    /// Appends an instruction.
    pub(super) fn add(
        &mut self,
        opcode: u16,
        ty: Id,
        result: Id,
        operands: impl IntoIterator<Item = Operand>,
    ) -> InstructionIndex {
        let at = self.instructions.len() as InstructionIndex;
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

    fn pool(&mut self, operands: impl IntoIterator<Item = Operand>) -> u32 {
        let start = self.words.len() as u32;
        for operand in operands {
            self.words.push(operand.word());
            self.ids.push(operand.id().is_some());
        }
        start
    }

    /// Replaces an instruction, keeping type and result.
    pub(super) fn rewrite(
        &mut self,
        at: InstructionIndex,
        opcode: u16,
        operands: impl IntoIterator<Item = Operand>,
    ) {
        let start = self.pool(operands);
        let length = self.words.len() as u32 - start;
        let instruction = &mut self.instructions[at as usize];
        *instruction = Instruction { opcode, start, length, ..*instruction };
        self.changes += 1;
    }

    /// Adds a result to an instruction that had none.
    pub(super) fn set_result(&mut self, at: InstructionIndex, ty: Id, result: Id) {
        let instruction = &mut self.instructions[at as usize];
        instruction.ty = ty;
        instruction.result = result;
        self.definitions[result as usize] = at;
    }

    /// Turns an instruction into `OpNop`.
    pub(super) fn remove(&mut self, at: InstructionIndex) {
        self.instructions[at as usize].opcode = NOP;
        self.changes += 1;
    }

    /// Allocates an id.
    pub(super) fn new_id(&mut self) -> Id {
        let id = self.definitions.len() as Id;
        self.definitions.push(NO_INSTRUCTION);
        self.replaced.push(id);
        self.decorated.push(false);
        id
    }

    /// The instruction at an index.
    pub(super) fn get(&self, at: InstructionIndex) -> Instruction {
        self.instructions[at as usize]
    }

    /// Number of instructions, removed ones included.
    pub(super) fn count(&self) -> usize {
        self.instructions.len()
    }

    /// Operands after type and result.
    pub(super) fn operands(&self, at: InstructionIndex) -> &[u32] {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        &self.words[start as usize..(start + length) as usize]
    }

    /// Operands after type and result, as ids and literals.
    pub(super) fn tagged_operands(
        &self,
        at: InstructionIndex,
    ) -> impl ExactSizeIterator<Item = Operand> + Clone {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        let range = start as usize..(start + length) as usize;
        self.words[range.clone()]
            .iter()
            .copied()
            .zip(&self.ids[range])
            .map(|(word, &is_id)| if is_id { Operand::Id(word) } else { Operand::Literal(word) })
    }

    /// Id operands after type and result.
    pub(super) fn used_ids(&self, at: InstructionIndex) -> impl Iterator<Item = Id> + Clone {
        self.tagged_operands(at).filter_map(Operand::id)
    }

    /// Operand `place` after type and result; zero if there is none.
    pub(super) fn word(&self, at: InstructionIndex, place: usize) -> u32 {
        self.operands(at).get(place).copied().unwrap_or(0)
    }

    /// Index of the instruction that defines an id.
    pub(super) fn definition(&self, id: Id) -> Option<InstructionIndex> {
        let at = *self.definitions.get(id as usize)?;
        (at != NO_INSTRUCTION && self.get(at).result == id).then_some(at)
    }

    /// Opcode of the instruction that defines an id; `OpNop` if there is none.
    pub(super) fn opcode(&self, id: Id) -> u16 {
        self.definition(id).map_or(NOP, |at| self.get(at).opcode)
    }

    /// Type of a value; 0 if it has none.
    pub(super) fn type_of(&self, id: Id) -> Id {
        self.definition(id).map_or(0, |at| self.get(at).ty)
    }

    /// Pointee and storage class of a pointer type.
    pub(super) fn pointer(&self, ty: Id) -> Option<(Id, u32)> {
        let at = self.definition(ty)?;
        (self.get(at).opcode == TYPE_POINTER).then(|| (self.word(at, 1), self.word(at, 0)))
    }

    /// True if a type consists of booleans and numbers only, so its values may be stored anywhere.
    pub(super) fn is_plain(&self, ty: Id) -> bool {
        let mut worklist = vec![ty];
        // Types only contain earlier types, so this ends; the limit bounds large composites.
        for _ in 0..64 {
            let Some(ty) = worklist.pop() else { return true };
            let Some(at) = self.definition(ty) else {
                return false;
            };
            match self.get(at).opcode {
                op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT => {}
                op::TYPE_VECTOR | op::TYPE_MATRIX | op::TYPE_ARRAY => worklist.push(self.word(at, 0)),
                op::TYPE_STRUCT => worklist.extend_from_slice(self.operands(at)),
                _ => return false,
            }
        }
        false
    }

    /// Type of component `index`; `None` if the type cannot have it.
    pub(super) fn component_type(&self, ty: Id, index: u32) -> Option<Id> {
        let at = self.definition(ty)?;
        let (part, count) = match self.get(at).opcode {
            op::TYPE_VECTOR | op::TYPE_MATRIX => (self.word(at, 0), self.word(at, 1)),
            op::TYPE_ARRAY => (self.word(at, 0), self.constant(self.word(at, 1))?),
            op::TYPE_STRUCT => (self.word(at, index as usize), self.operands(at).len() as u32),
            _ => return None,
        };
        (index < count).then_some(part)
    }

    /// Number of components of a value of this type, if known.
    pub(super) fn component_count(&self, ty: Id) -> Option<u32> {
        let at = self.definition(ty)?;
        match self.get(at).opcode {
            op::TYPE_VECTOR | op::TYPE_MATRIX => Some(self.word(at, 1)),
            op::TYPE_ARRAY => self.constant(self.word(at, 1)),
            op::TYPE_STRUCT => Some(self.operands(at).len() as u32),
            _ => None,
        }
    }

    /// Value of an integer constant of at most 32 bits that cannot be specialized.
    pub(super) fn constant(&self, id: Id) -> Option<u32> {
        let at = self.definition(id)?;
        let instruction = self.get(at);
        if instruction.opcode != op::CONSTANT || self.opcode(instruction.ty) != op::TYPE_INT {
            return None;
        }
        let [value] = *self.operands(at) else { return None };
        Some(value)
    }

    /// Value of a boolean constant that cannot be specialized.
    pub(super) fn bool_constant(&self, id: Id) -> Option<bool> {
        match self.opcode(id) {
            op::CONSTANT_TRUE => Some(true),
            op::CONSTANT_FALSE => Some(false),
            _ => None,
        }
    }

    /// Instruction number, if this is a `GLSL.std.450` instruction.
    pub(super) fn shader_function(&self, at: InstructionIndex) -> Option<u32> {
        const NAME: [u32; 4] =
            [u32::from_le_bytes(*b"GLSL"), u32::from_le_bytes(*b".std"), u32::from_le_bytes(*b".450"), 0];
        let set = self.definition(self.word(at, 0))?;
        let known = self.get(set).opcode == op::EXT_INST_IMPORT && self.operands(set) == NAME;
        known.then(|| self.word(at, 1))
    }

    /// True if an instruction has no effect besides its result.
    pub(super) fn is_pure(&self, at: InstructionIndex) -> bool {
        let instruction = self.get(at);
        if instruction.result == 0 {
            return false;
        }
        match instruction.opcode {
            op::LOAD => !self.volatile && self.word(at, 1) & memory_access::VOLATILE == 0,
            op::EXT_INST => self.shader_function(at).is_some_and(op::extended_is_pure),
            // Image operands may mark the texel as volatile; elsewhere only the image's decoration does.
            op::IMAGE_FETCH | op::IMAGE_READ => {
                !self.volatile && self.word(at, 2) & image_operands::VOLATILE_TEXEL == 0
            }
            87..=op::IMAGE_READ => !self.volatile,
            opcode => op::is_pure(opcode),
        }
    }

    /// True if no shader writes the memory that a pointer refers to while it runs.
    pub(super) fn is_read_only(&self, pointer: Id) -> bool {
        let Some((_, class)) = self.pointer(self.type_of(pointer)) else {
            return false;
        };
        let never_written = class == storage::UNIFORM && !self.buffer_blocks;
        !self.volatile && (never_written || op::READ_ONLY.contains(&class))
    }

    /// Marks an id as decorated with more than `RelaxedPrecision`.
    pub(super) fn decorate(&mut self, id: Id) {
        if let Some(decorated) = self.decorated.get_mut(id as usize) {
            *decorated = true;
        }
    }

    /// True if an id has a decoration other than `RelaxedPrecision`.
    pub(super) fn is_decorated(&self, id: Id) -> bool {
        self.decorated.get(id as usize).copied().unwrap_or(true)
    }

    /// Follows replacements to the id in use.
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

    /// Replaces one value by another from now on.
    pub(super) fn replace(&mut self, old: Id, new: Id) {
        let new = self.resolve(new);
        if new == old {
            // A value computed from itself without a phi.
            self.is_inconsistent = true;
        } else if let Some(replaced) = self.replaced.get_mut(old as usize) {
            *replaced = new;
            self.changes += 1;
        }
    }

    /// Applies pending replacements to the operands of an instruction.
    pub(super) fn apply_replacements_at(&mut self, at: InstructionIndex) {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        for place in start as usize..(start + length) as usize {
            if self.ids[place] {
                self.words[place] = self.resolve(self.words[place]);
            }
        }
    }

    /// Applies pending replacements throughout a function and drops removed instructions.
    pub(super) fn apply_replacements(&mut self, function: &mut Function) {
        for block in &mut function.blocks {
            block.body.retain(|at| self.instructions[*at as usize].opcode != NOP);
            for at in &block.body {
                self.apply_replacements_at(*at);
            }
        }
    }
}
