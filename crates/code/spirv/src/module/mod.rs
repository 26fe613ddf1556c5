//! Holds a module as instructions, functions and blocks that can be looked up by id and edited.
//!
//! [`Module::read`] accepts what the grammar accepts and what nests as functions of blocks; types, dominance and all
//! other rules are left to the validator. Ids that a module uses without defining them stay: their definition is
//! `None`. [`Module::words`] of an unedited module are the words that were read.
//!
//! Instructions live in one list and are named by their index in it ([`At`]); globals, function heads and blocks are
//! lists of such indices. Operands are words in one pool, each marked as an id or not. Passes add instructions with
//! [`Module::add`], place them in a list, rewrite them where they are, and remove them from their list.
//!
//! What is computed from a module is a value of its own, valid until the next edit: [`Annotations`] (names and
//! decorations by id), [`Users`], [`Lines`] (source places).
//!
//! ```
//! use glassbox_spirv::build::op;
//! use glassbox_spirv::module::{Annotations, Module, Type};
//!
//! let bytes = glassbox_spirv::assemble("
//!                OpCapability Shader
//!                OpMemoryModel Logical GLSL450
//!                OpEntryPoint GLCompute %main \"main\"
//!                OpExecutionMode %main LocalSize 1 1 1
//!                OpName %main \"main\"
//!        %void = OpTypeVoid
//!          %fn = OpTypeFunction %void
//!        %main = OpFunction %void None %fn
//!       %entry = OpLabel
//!                OpReturn
//!                OpFunctionEnd
//! ").map_err(|errors| errors[0].to_string())?;
//! let module = Module::read(&bytes)?;
//! let main = &module.functions[0];
//! assert_eq!(Annotations::of(&module).name(main.id), Some("main"));
//! assert_eq!(module.ty(module.type_of(main.id)), Some(Type::Void));
//! assert_eq!(module.opcode(main.blocks[0].terminator()), op::RETURN);
//! assert_eq!(module.bytes(), Some(bytes));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotations;
mod constants;
mod declarations;
mod edit;
mod lines;
mod needs;
mod operands;
mod read;
mod shape;
mod types;
mod users;
mod write;

use std::ops::Range;

use smallvec::SmallVec;

use crate::grammar::op;

pub use annotations::{Annotations, Decoration};
pub(crate) use annotations::{row, row_ends};
pub use constants::{Constant, ConstantValue};
pub use declarations::Declarations;
pub use lines::{Line, Lines};
pub(crate) use needs::Declared;
pub use operands::{NamedOperand, Operand};
pub use read::{ReadError, ReadErrorKind};
pub use types::{ImageType, MatrixUse, Type};
pub use users::Users;

/// A result id, at least 1; 0 where there is none.
pub type Id = u32;

/// Index of an instruction in its module.
pub type At = u32;

/// Instructions of which there are mostly one or two.
pub type Few = SmallVec<[At; 2]>;

/// No instruction.
pub(crate) const NOWHERE: At = At::MAX;

/// The longest list of ids in a module's own numbering, counted from its words; see [`Module::number`].
pub(crate) const fn max_dense_ids(words: usize) -> usize {
    words.saturating_mul(4).saturating_add(1 << 16)
}

/// An instruction without its operands; see [`Module::operands`].
// Eight words are found fastest.
#[repr(align(8))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// Opcode.
    pub opcode: u16,
    /// Result type, or 0.
    pub ty: Id,
    /// Result id, or 0.
    pub result: Id,
    start: u32,
    length: u32,
    /// The bytes it came from: the first, and the one after the last.
    origin: [u32; 2],
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Result id of `OpFunction`.
    pub id: Id,
    /// Debug lines and non-semantic instructions before `OpFunction`.
    pub before: Vec<At>,
    /// `OpFunction`, its parameters, and debug lines between them.
    pub head: Few,
    /// Blocks in order; the first is the entry. Empty for an imported function.
    pub blocks: Vec<Block>,
    /// Debug lines after the last block, then `OpFunctionEnd`.
    pub end: Few,
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Result id of the label.
    pub label: Id,
    /// Debug lines before the label, then `OpLabel`.
    pub head: Few,
    /// The instructions after the label. The last is the terminator.
    pub body: Vec<At>,
}

impl Block {
    /// The instruction that ends the block.
    ///
    /// # Panics
    ///
    /// If an edit left the body empty.
    pub fn terminator(&self) -> At {
        *self.body.last().expect("a block ends with a terminator")
    }
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Version word, `0x00MMmm00`.
    pub version: u32,
    /// Generator word.
    pub generator: u32,
    /// Reserved word.
    pub schema: u32,
    /// Instructions before the first function, in order; graphs (`OpGraphARM`) with all that they hold.
    pub globals: Vec<At>,
    /// Functions in order.
    pub functions: Vec<Function>,
    /// Debug lines and non-semantic instructions after the last function.
    pub end: Vec<At>,
    instructions: Vec<Instruction>,
    /// The pool of operands; what was read is in it as a whole.
    words: Vec<u32>,
    /// For each word of the pool, true if it is an id.
    ids: Vec<bool>,
    /// Defining instruction by id; its result is the id.
    definitions: Vec<At>,
    /// The ids of the file by id, where they had to be renumbered.
    numbers: Vec<Id>,
    /// Bound stated in the header.
    bound: u32,
}

impl Module {
    /// Largest id plus one: the length of tables by id.
    #[inline]
    pub fn bound(&self) -> usize {
        self.definitions.len()
    }

    /// The id as it is written in the file, for messages. It differs only in files whose ids are so sparse that tables
    /// by id would be much larger than the file.
    pub fn number(&self, id: Id) -> Id {
        self.numbers.get(id as usize).copied().unwrap_or(id)
    }

    /// The instruction at an index.
    #[inline]
    pub fn get(&self, at: At) -> Instruction {
        self.instructions[at as usize]
    }

    /// Opcode of an instruction.
    #[inline]
    pub fn opcode(&self, at: At) -> u16 {
        self.get(at).opcode
    }

    /// Number of instructions, removed ones included: the length of tables by instruction.
    pub fn count(&self) -> usize {
        self.instructions.len()
    }

    /// Range of the instruction in what the module was read or lowered from: bytes of the module for [`Module::read`].
    /// Empty for instructions added without one.
    pub fn origin(&self, at: At) -> Range<usize> {
        let [start, end] = self.instructions[at as usize].origin;
        start as usize..end as usize
    }

    /// Instruction that defines an id.
    #[inline]
    pub fn definition(&self, id: Id) -> Option<At> {
        self.definitions.get(id as usize).copied().filter(|at| *at != NOWHERE)
    }

    /// Opcode of the instruction that defines an id; `OpNop` if there is none.
    #[inline]
    pub fn opcode_of(&self, id: Id) -> u16 {
        self.definition(id).map_or(op::NOP, |at| self.opcode(at))
    }

    /// Type of a value; 0 if it has none.
    #[inline]
    pub fn type_of(&self, id: Id) -> Id {
        self.definition(id).map_or(0, |at| self.get(at).ty)
    }

    /// Every instruction in the order of the file.
    pub fn walk(&self) -> impl Iterator<Item = At> + '_ {
        self.globals
            .iter()
            .copied()
            .chain(self.functions.iter().flat_map(Function::walk))
            .chain(self.end.iter().copied())
    }

    /// Structured merge of a block: `OpSelectionMerge` or `OpLoopMerge` before the terminator.
    pub fn merge(&self, block: &Block) -> Option<At> {
        let (_, before) = block.body.split_last()?;
        let at = *before.iter().rev().find(|at| !self.is_debug(**at))?;
        matches!(self.opcode(at), op::SELECTION_MERGE | op::LOOP_MERGE).then_some(at)
    }

    /// True for `OpLine`, `OpNoLine` and instructions of non-semantic sets.
    #[inline]
    pub fn is_debug(&self, at: At) -> bool {
        match self.opcode(at) {
            op::LINE | op::NO_LINE => true,
            op::EXT_INST => self.is_nonsemantic(at),
            _ => false,
        }
    }

    /// True for instructions of sets that only carry information, which may stand between functions.
    fn is_nonsemantic(&self, at: At) -> bool {
        let set = self.definition(self.word(at, 0));
        let Some(set) = set.filter(|set| self.opcode(*set) == op::EXT_INST_IMPORT) else {
            return matches!(self.opcode(at), op::EXT_INST_WITH_FORWARD_REFS_KHR);
        };
        ["NonSemantic.", "OpenCL.DebugInfo.", "DebugInfo"]
            .iter()
            .any(|prefix| self.string_starts(set, prefix))
    }
}

impl Function {
    /// `OpFunction`.
    ///
    /// # Panics
    ///
    /// If an edit left the head empty.
    pub fn declaration(&self) -> At {
        *self.head.first().expect("a function begins with OpFunction")
    }

    /// Every instruction in the order of the file.
    pub fn walk(&self) -> impl Iterator<Item = At> + '_ {
        let blocks = self.blocks.iter().flat_map(|block| block.head.iter().chain(&block.body));
        self.before.iter().chain(&self.head).chain(blocks).chain(&self.end).copied()
    }
}
