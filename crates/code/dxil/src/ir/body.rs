//! Holds the body of a function: basic blocks, instructions and local values.

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
    /// Argument, constant of the body, or instruction.
    pub value: Value,
    /// Its type.
    pub ty: TypeId,
}

/// The body of a function.
///
/// Instructions form one list, block after block; a block is a range of it and ends with its only terminator.
/// Values are referred to by handle, so a use may precede the definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    /// The function.
    pub function: FunctionId,
    /// Local values: arguments first, then constants and instruction results in any order.
    pub locals: Vec<Local>,
    /// Constants in file order.
    pub constants: Constants,
    /// Basic blocks as ranges of `instructions`; the first is the entry.
    pub blocks: Vec<Range<u32>>,
    /// Instructions of all blocks, in order.
    pub instructions: Vec<Instruction>,
    /// Values wrapped as function-local metadata, in order.
    pub metadata: Vec<ValueId>,
    /// Source locations of instructions.
    pub locations: Vec<Location>,
    /// Names of values and blocks.
    pub symbols: Symbols,
    /// Nodes attached to the function (`None`) and to instructions, in file order.
    pub attachments: Vec<(Option<InstructionId>, Attachment)>,
    /// Use-list orders.
    pub use_lists: Vec<UseList>,
    /// Bits of each instruction's record, by instruction; empty for constructed bodies.
    pub places: Places,
    pub(crate) operands: Pool<ValueId>,
    pub(crate) labels: Pool<LabelId>,
    pub(crate) indices: Pool<u32>,
}

impl Body {
    /// A body without blocks, with arguments of these types.
    pub fn new(function: FunctionId, parameters: &[TypeId]) -> Body {
        let argument =
            |(index, ty): (usize, &TypeId)| Local { value: Value::Argument(index as u32), ty: *ty };
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

    /// A local value.
    #[inline]
    pub fn local(&self, value: ValueId) -> Option<Local> {
        match value.list() {
            List::Local(index) => self.locals.get(index as usize).copied(),
            _ => None,
        }
    }

    /// The arguments in order.
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

    /// Instructions of a block with their ids.
    pub fn block(&self, label: LabelId) -> impl Iterator<Item = (InstructionId, &Instruction)> {
        let range = self.blocks.get(label.index()).cloned().unwrap_or(0..0);
        let instructions =
            self.instructions.get(range.start as usize..range.end as usize).unwrap_or_default();
        let first = range.start;
        let numbered = instructions.iter().enumerate();
        numbered.map(move |(index, instruction)| (InstructionId(first + index as u32), instruction))
    }

    /// Value operands of an instruction.
    #[inline]
    pub fn operands(&self, instruction: &Instruction) -> &[ValueId] {
        self.operands.get(instruction.operands)
    }

    /// Mutable value operands of an instruction.
    pub fn operands_mut(&mut self, id: InstructionId) -> &mut [ValueId] {
        match self.instructions.get(id.index()) {
            Some(instruction) => self.operands.get_mut(instruction.operands),
            None => &mut [],
        }
    }

    /// Block operands of an instruction.
    #[inline]
    pub fn labels(&self, instruction: &Instruction) -> &[LabelId] {
        self.labels.get(instruction.labels)
    }

    /// Mutable block operands of all instructions.
    pub fn all_labels_mut(&mut self) -> impl Iterator<Item = &mut LabelId> {
        self.labels.iter_mut()
    }

    /// Immediate numbers of an instruction.
    pub fn indices(&self, span: Span<u32>) -> &[u32] {
        self.indices.get(span)
    }

    /// Source location of an instruction.
    pub fn location(&self, instruction: &Instruction) -> Option<Location> {
        self.locations.get(instruction.location?.index()).copied()
    }

    /// Nodes attached to the function (`None`) or an instruction.
    pub fn attachments(&self, to: Option<InstructionId>) -> impl Iterator<Item = Attachment> + '_ {
        let found = self.attachments.iter().filter(move |item| item.0 == to);
        found.map(|item| item.1)
    }

    /// Adds a value whose defining instruction comes later, so that others can refer to it.
    pub fn reserve(&mut self, ty: TypeId) -> ValueId {
        let id = ValueId::local(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        self.locals.push(Local { value: Value::Instruction(InstructionId(u32::MAX)), ty });
        id
    }

    /// Adds a constant to the body without deduplication.
    pub fn add_constant(&mut self, ty: TypeId, constant: super::Constant) -> ValueId {
        let id = ValueId::local(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        let value = Value::Constant(ConstantId::at(self.constants.items.len()));
        self.locals.push(Local { value, ty });
        self.constants.items.push((id, constant));
        id
    }

    /// Begins a basic block after the last one.
    pub fn begin_block(&mut self) -> LabelId {
        let at = u32::try_from(self.instructions.len()).unwrap_or(u32::MAX);
        self.blocks.push(at..at);
        LabelId::at(self.blocks.len() - 1)
    }

    /// Appends an instruction to the last block. `result` is a reserved value; otherwise a value is added
    /// unless `ty` is `void`.
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
        self.instructions.push(Instruction { op, ty, result, operands, labels, location: None });
        if let Some(block) = self.blocks.last_mut() {
            block.end = id.0 + 1;
        }
        id
    }

    /// Adds numbers for a new instruction.
    pub fn add_indices(&mut self, indices: &[u32]) -> Span<u32> {
        self.indices.add(indices.iter().copied())
    }

    /// Finds or adds a source location.
    pub fn add_location(&mut self, location: Location) -> LocationId {
        if self.locations.last() == Some(&location) {
            return LocationId::at(self.locations.len() - 1);
        }
        self.locations.push(location);
        LocationId::at(self.locations.len() - 1)
    }
}
