//! Holds a module while passes change it: pending replacements, and facts that all passes need.
//!
//! Passes rewrite instructions in place and record that one value replaces another with [`Rewriter::replace`];
//! [`Rewriter::apply_replacements`] then rewrites the operands and drops removed instructions.

use std::ops::Deref;

use crate::grammar::value::{
    addressing_model, capability, decoration, image_operands, memory_access, storage_class as storage,
};
use crate::grammar::{self, op};
use crate::module::{At, Declared, Function, Id, Module, Operand};

/// Capabilities of modules with exported functions or physical pointers.
const OTHER_CAPABILITIES: [u32; 3] = [capability::ADDRESSES, capability::LINKAGE, capability::KERNEL];

/// Storage classes, besides `Uniform`, whose memory no shader writes.
const READ_ONLY: [u32; 3] = [storage::UNIFORM_CONSTANT, storage::INPUT, storage::PUSH_CONSTANT];

/// A module under change. It is read as a [`Module`]; changes pass through here and are counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Rewriter {
    pub(super) module: Module,
    /// Replacement by id.
    replaced: Vec<Id>,
    /// By id, true if it has a decoration other than `RelaxedPrecision`.
    decorated: Vec<bool>,
    /// True if the module uses volatile memory.
    volatile: bool,
    /// True if uniform blocks may be writable (`BufferBlock`).
    buffer_blocks: bool,
    /// Number of changes made.
    pub(super) changes: u64,
    /// Set when a pass meets something impossible in a valid module.
    pub(super) is_inconsistent: bool,
}

impl Deref for Rewriter {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.module
    }
}

impl Rewriter {
    /// True for a shader that the passes understand.
    pub(super) fn understands(module: &Module) -> bool {
        let is_known = |at: &At| {
            let target = module.word(*at, 0);
            match module.opcode(*at) {
                op::CAPABILITY => !OTHER_CAPABILITIES.contains(&target),
                op::MEMORY_MODEL => target == addressing_model::LOGICAL,
                // Parts of another instruction, and roots that the passes do not know.
                op::CONSTANT_COMPOSITE_CONTINUED_INTEL..=op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL
                | op::TYPE_STRUCT_CONTINUED_INTEL
                | op::CONDITIONAL_ENTRY_POINT_INTEL
                | op::GRAPH_ENTRY_POINT_ARM => false,
                _ => true,
            }
        };
        Declared::of(module).has(capability::SHADER) && module.globals.iter().all(is_known)
    }

    /// Takes a module that the passes understand.
    pub(super) fn new(module: Module) -> Rewriter {
        let bound = module.bound();
        let mut rewriter = Rewriter {
            module,
            replaced: (0..bound as Id).collect(),
            decorated: vec![false; bound],
            ..Rewriter::default()
        };
        let globals = std::mem::take(&mut rewriter.module.globals);
        for &at in &globals {
            rewriter.global(at);
        }
        rewriter.module.globals = globals;
        rewriter
    }

    /// Notes what a global instruction says about ids and memory.
    fn global(&mut self, at: At) {
        let target = self.word(at, 0);
        match self.opcode(at) {
            op::DECORATE => {
                let kind = self.word(at, 1);
                self.volatile |= kind == decoration::VOLATILE;
                self.buffer_blocks |= kind == decoration::BUFFER_BLOCK;
                if kind != decoration::RELAXED_PRECISION {
                    self.decorate(target);
                }
            }
            op::MEMBER_DECORATE => self.volatile |= self.word(at, 2) == decoration::VOLATILE,
            op::GROUP_DECORATE => {
                for index in 0..self.operands(at).len() {
                    self.decorate(self.word(at, index));
                }
            }
            op::DECORATE_ID | op::DECORATE_STRING => self.decorate(target),
            _ => {}
        }
    }

    fn decorate(&mut self, id: Id) {
        if let Some(decorated) = self.decorated.get_mut(id as usize) {
            *decorated = true;
        }
    }

    /// True if an id has a decoration other than `RelaxedPrecision`.
    pub(super) fn is_decorated(&self, id: Id) -> bool {
        self.decorated.get(id as usize).copied().unwrap_or(true)
    }

    /// Appends an instruction; see [`Module::add`].
    pub(super) fn add(
        &mut self,
        opcode: u16,
        ty: Id,
        result: Id,
        operands: impl IntoIterator<Item = Operand>,
    ) -> At {
        self.module.add(opcode, ty, result, operands)
    }

    /// Replaces an instruction, keeping type and result.
    pub(super) fn rewrite(&mut self, at: At, opcode: u16, operands: impl IntoIterator<Item = Operand>) {
        self.module.rewrite(at, opcode, operands);
        self.changes += 1;
    }

    /// Adds a result to an instruction that had none.
    pub(super) fn set_result(&mut self, at: At, ty: Id, result: Id) {
        self.module.set_result(at, ty, result);
    }

    /// Turns an instruction into `OpNop`.
    pub(super) fn remove(&mut self, at: At) {
        self.module.remove(at);
        self.changes += 1;
    }

    /// Allocates an id.
    pub(super) fn new_id(&mut self) -> Id {
        let id = self.module.new_id();
        self.replaced.push(id);
        self.decorated.push(false);
        id
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
            match self.opcode(at) {
                op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT => {}
                op::TYPE_VECTOR | op::TYPE_MATRIX | op::TYPE_ARRAY => worklist.push(self.word(at, 0)),
                op::TYPE_STRUCT => worklist.extend_from_slice(self.operands(at)),
                _ => return false,
            }
        }
        false
    }

    /// True if an instruction has no effect besides its result.
    pub(super) fn is_pure(&self, at: At) -> bool {
        let instruction = self.get(at);
        if instruction.result == 0 {
            return false;
        }
        match instruction.opcode {
            op::LOAD => !self.volatile && self.word(at, 1) & memory_access::VOLATILE == 0,
            op::EXT_INST => self.glsl(at).is_some_and(grammar::glsl_is_pure),
            // Image operands may mark the texel as volatile; elsewhere only the image's decoration does.
            op::IMAGE_FETCH | op::IMAGE_READ => {
                !self.volatile && self.word(at, 2) & image_operands::VOLATILE_TEXEL == 0
            }
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_READ => !self.volatile,
            opcode => grammar::is_pure(opcode),
        }
    }

    /// True if no shader writes the memory that a pointer refers to while it runs.
    pub(super) fn is_read_only(&self, pointer: Id) -> bool {
        let Some((_, class)) = self.pointer(self.type_of(pointer)) else {
            return false;
        };
        let never_written = class == storage::UNIFORM && !self.buffer_blocks;
        !self.volatile && (never_written || READ_ONLY.contains(&class))
    }

    /// Follows replacements to the id in use.
    pub(super) fn resolve(&mut self, id: Id) -> Id {
        resolve(&mut self.replaced, id)
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
    pub(super) fn apply_replacements_at(&mut self, at: At) {
        let replaced = &mut self.replaced;
        self.module.map_ids(at, |id| resolve(replaced, id));
    }

    /// Applies pending replacements throughout a function and drops removed instructions.
    pub(super) fn apply_replacements(&mut self, function: &mut Function) {
        for block in &mut function.blocks {
            block.body.retain(|at| self.opcode(*at) != op::NOP);
            for at in &block.body {
                self.apply_replacements_at(*at);
            }
        }
    }
}

fn resolve(replaced: &mut [Id], mut id: Id) -> Id {
    while let Some(&next) = replaced.get(id as usize)
        && next != id
    {
        let after = replaced[next as usize];
        replaced[id as usize] = after;
        id = next;
    }
    id
}
