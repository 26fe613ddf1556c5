//! The body of a function: basic blocks, instructions, and the values that only it has.

use std::ops::Range;

use super::constant::Constants;
use super::handle::{ConstantId, FunctionId, InstructionId, LabelId, List, LocationId, TypeId, ValueId};
use super::instruction::{Instruction, Location};
use super::metadata::Attachment;
use super::module::{Places, UseList, Value};
use super::pool::{Pool, Span};
use super::symbols::Symbols;

/// A value of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    /// What it is: an argument, a constant of the body, or an instruction.
    pub value: Value,
    /// Its type.
    pub ty: TypeId,
}

/// The body of a function.
///
/// Instructions stand in one list, block after block; a block is a run of it, and ends with its only terminator. Values are
/// referred to by handle, so one may be used before the instruction that makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    /// Whose body it is.
    pub function: FunctionId,
    /// Its values: arguments first, then in any order constants and results of instructions.
    pub locals: Vec<Local>,
    /// The constants, in the order in which they are written.
    pub constants: Constants,
    /// The basic blocks: places in `instructions`. The first is where the function begins.
    pub blocks: Vec<Range<u32>>,
    /// The instructions of all blocks, in order.
    pub instructions: Vec<Instruction>,
    /// Metadata of the body: the values that it wraps, in order.
    pub metadata: Vec<ValueId>,
    /// Places in source code that instructions name.
    pub locations: Vec<Location>,
    /// Names of values and blocks.
    pub symbols: Symbols,
    /// Nodes attached to the function (`None`) and to instructions, in the order of the file.
    pub attachments: Vec<(Option<InstructionId>, Attachment)>,
    /// Orders of uses.
    pub use_lists: Vec<UseList>,
    /// The bits of each instruction's record, in the order of `instructions`; empty for bodies that were made.
    pub places: Places,
    pub(crate) operands: Pool<ValueId>,
    pub(crate) labels: Pool<LabelId>,
    pub(crate) indices: Pool<u32>,
}

impl Body {
    /// A body without blocks, with one argument of each of these types.
    pub fn new(function: FunctionId, parameters: &[TypeId]) -> Body {
        let argument = |(index, ty): (usize, &TypeId)| Local {
            value: Value::Argument(index as u32),
            ty: *ty,
        };
        Body {
            function,
            locals: parameters.iter().enumerate().map(argument).collect(),
            constants: Constants::default(),
            blocks: Vec::new(),
            instructions: Vec::new(),
            metadata: Vec::new(),
            locations: Vec::new(),
            symbols: Symbols::default(),
            attachments: Vec::new(),
            use_lists: Vec::new(),
            places: Places::default(),
            operands: Pool::default(),
            labels: Pool::default(),
            indices: Pool::default(),
        }
    }

    /// A value of the body.
    #[inline]
    pub fn local(&self, value: ValueId) -> Option<Local> {
        match value.list() {
            List::Local(index) => self.locals.get(index as usize).copied(),
            _ => None,
        }
    }

    /// The arguments, in order.
    pub fn arguments(&self) -> impl Iterator<Item = ValueId> + '_ {
        let is_argument = |local: &&Local| matches!(local.value, Value::Argument(_));
        let count = self.locals.iter().take_while(is_argument).count();
        (0..count as u32).map(ValueId::local)
    }

    /// An instruction.
    #[inline]
    pub fn instruction(&self, id: InstructionId) -> Option<&Instruction> {
        self.instructions.get(id.index())
    }

    /// The instructions of a block, with their numbers.
    pub fn block(&self, label: LabelId) -> impl Iterator<Item = (InstructionId, &Instruction)> {
        let range = self.blocks.get(label.index()).cloned().unwrap_or(0..0);
        let instructions = self
            .instructions
            .get(range.start as usize..range.end as usize)
            .unwrap_or_default();
        let first = range.start;
        let numbered = instructions.iter().enumerate();
        numbered.map(move |(index, instruction)| (InstructionId(first + index as u32), instruction))
    }

    /// Values that an instruction refers to.
    #[inline]
    pub fn operands(&self, instruction: &Instruction) -> &[ValueId] {
        self.operands.get(instruction.operands)
    }

    /// Values that an instruction refers to, to be changed.
    pub fn operands_mut(&mut self, id: InstructionId) -> &mut [ValueId] {
        match self.instructions.get(id.index()) {
            Some(instruction) => self.operands.get_mut(instruction.operands),
            None => &mut [],
        }
    }

    /// Blocks that an instruction refers to.
    #[inline]
    pub fn labels(&self, instruction: &Instruction) -> &[LabelId] {
        self.labels.get(instruction.labels)
    }

    /// Numbers that an instruction states.
    pub fn indices(&self, span: Span<u32>) -> &[u32] {
        self.indices.get(span)
    }

    /// The place in source code of an instruction.
    pub fn location(&self, instruction: &Instruction) -> Option<Location> {
        self.locations.get(instruction.location?.index()).copied()
    }

    /// The nodes that are attached to the function (`None`) or to an instruction.
    pub fn attachments(&self, to: Option<InstructionId>) -> impl Iterator<Item = Attachment> + '_ {
        let found = self.attachments.iter().filter(move |item| item.0 == to);
        found.map(|item| item.1)
    }

    /// Adds a value without saying yet which instruction makes it, so that others can refer to it.
    pub fn reserve(&mut self, ty: TypeId) -> ValueId {
        let id = ValueId::local(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        self.locals.push(Local {
            value: Value::Instruction(InstructionId(u32::MAX)),
            ty,
        });
        id
    }

    /// Adds a constant of the body, whether there is an equal one or not.
    pub fn add_constant(&mut self, ty: TypeId, constant: super::Constant) -> ValueId {
        let id = ValueId::local(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        let value = Value::Constant(ConstantId::at(self.constants.items.len()));
        self.locals.push(Local { value, ty });
        self.constants.items.push((id, constant));
        id
    }

    /// Begins a basic block behind the last one.
    pub fn begin_block(&mut self) -> LabelId {
        let at = u32::try_from(self.instructions.len()).unwrap_or(u32::MAX);
        self.blocks.push(at..at);
        LabelId::at(self.blocks.len() - 1)
    }

    /// Adds an instruction to the last block. `result` is a reserved value; without one, a value is added unless the type is
    /// `void`, the number of the type void.
    pub fn push(
        &mut self,
        op: super::Op,
        ty: TypeId,
        result: Option<ValueId>,
        operands: &[ValueId],
        labels: &[LabelId],
    ) -> InstructionId {
        let id = InstructionId::at(self.instructions.len());
        if let Some(local) = result.and_then(|value| self.locals.get_mut(value.index())) {
            local.value = Value::Instruction(id);
        }
        let operands = self.operands.add(operands.iter().copied());
        let labels = self.labels.add(labels.iter().copied());
        self.instructions.push(Instruction {
            op,
            ty,
            result,
            operands,
            labels,
            location: None,
        });
        if let Some(block) = self.blocks.last_mut() {
            block.end = id.0 + 1;
        }
        id
    }

    /// Adds numbers for an instruction that is to be added.
    pub fn add_indices(&mut self, indices: &[u32]) -> Span<u32> {
        self.indices.add(indices.iter().copied())
    }

    /// Adds a place in source code, or finds it.
    pub fn add_location(&mut self, location: Location) -> LocationId {
        if self.locations.last() == Some(&location) {
            return LocationId::at(self.locations.len() - 1);
        }
        self.locations.push(location);
        LocationId::at(self.locations.len() - 1)
    }
}
