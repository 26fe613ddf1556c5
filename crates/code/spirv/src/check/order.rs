//! Lists the instructions of a module in the order of the file.

use std::ops::Range;

use crate::grammar::value::storage_class as class;
use crate::grammar::{self, OpcodeSet, op};
use crate::module::{At, Module};

/// An instruction that control flow is checked by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Indices of its function and of its block in that.
    pub(super) block: (u32, u32),
    pub(super) at: At,
}

static MARKED: OpcodeSet =
    OpcodeSet::of(&[op::LOOP_MERGE, op::SELECTION_MERGE, op::LIFETIME_START, op::LIFETIME_STOP, op::PHI]);

/// The instructions of a module in the order of the file.
#[derive(Debug)]
pub(super) struct Order {
    /// Every instruction.
    pub(super) all: Vec<At>,
    /// Declarations of types.
    pub(super) types: Vec<At>,
    /// Declarations of variables, with and without a type, in functions too.
    pub(super) variables: Vec<At>,
    /// Merges, phis and lifetimes in blocks, with the function and the block that each is in.
    pub(super) marks: Vec<Mark>,
    /// What instructions the module has.
    opcodes: OpcodeSet,
    /// By function, its instructions in `all`.
    functions: Vec<Range<usize>>,
    /// By instruction, one more than the index of its function; 0 outside of functions.
    owners: Vec<u32>,
}

impl Order {
    pub(super) fn of(module: &Module) -> Order {
        let mut all = Vec::with_capacity(module.count());
        let mut functions = Vec::with_capacity(module.functions.len());
        let mut owners = vec![0; module.count()];
        all.extend_from_slice(&module.globals);
        let mut marks = Vec::new();
        for (function, number) in module.functions.iter().zip(0..) {
            let start = all.len();
            all.extend_from_slice(&function.before);
            all.extend_from_slice(&function.head);
            for (block, index) in function.blocks.iter().zip(0..) {
                all.extend_from_slice(&block.head);
                all.extend_from_slice(&block.body);
                let marked = block.body.iter().filter(|at| MARKED.contains(module.opcode(**at)));
                marks.extend(marked.map(|at| Mark { block: (number, index), at: *at }));
            }
            all.extend_from_slice(&function.end);
            all[start..].iter().for_each(|at| owners[*at as usize] = number + 1);
            functions.push(start..all.len());
        }
        all.extend_from_slice(&module.end);
        let mut types = Vec::with_capacity(module.globals.len());
        let mut variables = Vec::with_capacity(module.globals.len());
        let mut opcodes = OpcodeSet::NONE;
        for &at in &all {
            let opcode = module.opcode(at);
            opcodes.insert(opcode);
            if grammar::is_type(opcode) {
                types.push(at);
            } else if matches!(opcode, op::VARIABLE | op::UNTYPED_VARIABLE_KHR) {
                variables.push(at);
            }
        }
        Order { all, types, variables, marks, opcodes, functions, owners }
    }

    /// True if the module has pointers into physical memory.
    pub(super) fn has_physical_pointers(&self, module: &Module) -> bool {
        self.types.iter().any(|at| {
            module.opcode(*at) == op::TYPE_POINTER && module.word(*at, 0) == class::PHYSICAL_STORAGE_BUFFER
                || module.opcode(*at) == op::TYPE_UNTYPED_POINTER_KHR
        })
    }

    /// True if the module has an instruction.
    pub(super) fn has(&self, opcode: u16) -> bool {
        self.opcodes.contains(opcode)
    }

    /// True if the module has one of the instructions.
    pub(super) fn has_any(&self, opcodes: &OpcodeSet) -> bool {
        self.opcodes.meets(opcodes)
    }

    /// Declarations of variables outside of functions.
    pub(super) fn global_variables(&self) -> impl Iterator<Item = At> + '_ {
        self.variables.iter().copied().filter(|at| self.owner(*at).is_none())
    }

    /// The instructions of each function.
    pub(super) fn functions(&self) -> impl Iterator<Item = &[At]> {
        self.functions.iter().map(|range| &self.all[range.clone()])
    }

    /// Index of the function that an instruction is in.
    pub(super) fn owner(&self, at: At) -> Option<u32> {
        self.owners[at as usize].checked_sub(1)
    }
}
