//! Builds functions: blocks, instructions and structured control flow.
//!
//! One function, and in it one block, is open at a time. A terminator closes the block. Instructions written
//! while no block is open are unreachable and are dropped, so a compiler need not track code after a jump.

use super::{Builder, Id, ImageOperands, Operand, op, words};
use crate::module::{At, Block, Function};

/// The function being built.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    function: Function,
    /// Variables, which SPIR-V requires at the top of the first block.
    variables: Vec<At>,
    /// Values computed at the top of the first block.
    entry: Vec<At>,
    /// The open block: the last of `function`.
    block: Option<Id>,
}

impl Body {
    /// What is in its place already.
    pub(super) fn function(&self) -> &Function {
        &self.function
    }

    /// What goes to the top of the first block.
    pub(super) fn waiting(&self) -> impl Iterator<Item = At> + '_ {
        self.variables.iter().chain(&self.entry).copied()
    }
}

impl Builder {
    /// Begins a function and opens its first block; ends any function still open.
    pub fn begin_function(&mut self, result: Id, signature: Id) -> Id {
        self.end_function();
        let id = self.id();
        self.begin_function_as(id, result, signature);
        id
    }

    /// Begins a function whose id was used before; see [`Builder::begin_function`].
    pub fn begin_function_as(&mut self, id: Id, result: Id, signature: Id) {
        self.end_function();
        let label = self.id();
        let operands = [Operand::Literal(0), signature.operand()];
        let head = self.push(op::FUNCTION, result.word(), id.word(), operands);
        let function = Function { id: id.word(), head: head.into_iter().collect(), ..Function::default() };
        self.body = Some(Body { function, ..Body::default() });
        self.begin_block(label);
    }

    /// Declares a function without a body, which another module gives: `Linkage` and a name for `Import` decorate it.
    pub fn declare_function(&mut self, result: Id, parameters: &[Id]) -> Id {
        let signature = self.function_type(result, parameters);
        let id = self.id();
        let operands = [Operand::Literal(0), signature.operand()];
        let mut head: Vec<At> =
            self.push(op::FUNCTION, result.word(), id.word(), operands).into_iter().collect();
        for parameter in parameters {
            let own = self.id();
            head.extend(self.push(op::FUNCTION_PARAMETER, parameter.word(), own.word(), []));
        }
        let end = self.push(op::FUNCTION_END, 0, 0, []).into_iter().collect();
        let function =
            Function { id: id.word(), head: head.into_iter().collect(), end, ..Function::default() };
        // Functions without a body precede all others.
        self.module.functions.insert(self.declared_functions, function);
        self.declared_functions += 1;
        id
    }

    /// Adds a parameter to the open function.
    pub fn parameter(&mut self, ty: Id) -> Id {
        let id = self.id();
        let at = self.push(op::FUNCTION_PARAMETER, ty.word(), id.word(), []);
        if let Some(body) = &mut self.body {
            body.function.head.extend(at);
        }
        id
    }

    /// Ends the function. An open block gets `OpUnreachable`.
    pub fn end_function(&mut self) {
        if self.is_open() {
            self.end(op::UNREACHABLE);
        }
        let Some(Body { mut function, variables, entry, .. }) = self.body.take() else {
            return;
        };
        if let Some(first) = function.blocks.first_mut() {
            first.body.splice(0..0, variables.into_iter().chain(entry));
        }
        function.end.extend(self.push(op::FUNCTION_END, 0, 0, []));
        self.module.functions.push(function);
    }

    /// Declares a local variable; the pointer type's storage class must be `Function`.
    pub fn variable(&mut self, pointer: Id) -> Id {
        self.variable_with(pointer, None)
    }

    /// Declares a local variable with a constant that it has when the function begins.
    pub fn variable_with(&mut self, pointer: Id, initializer: Option<Id>) -> Id {
        let id = self.id();
        let class = Operand::Literal(super::value::storage_class::FUNCTION);
        let operands = [class].into_iter().chain(initializer.map(Id::operand));
        let at = self.push(op::VARIABLE, pointer.word(), id.word(), operands);
        if let Some(body) = &mut self.body {
            body.variables.extend(at);
        }
        id
    }

    /// Emits an instruction at the top of the function, after earlier entry values, regardless of the open
    /// block.
    pub fn entry_value(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        self.entry_value_of(opcode, ty, words::ids(operands))
    }

    /// The same with any operands.
    pub fn entry_value_of(&mut self, opcode: u16, ty: Id, operands: impl IntoIterator<Item = Operand>) -> Id {
        let id = self.id();
        let at = self.push(opcode, ty.word(), id.word(), operands);
        if let Some(body) = &mut self.body {
            body.entry.extend(at);
        }
        id
    }

    /// Emits an instruction with a result and any operands.
    pub fn value_of(&mut self, opcode: u16, ty: Id, operands: impl IntoIterator<Item = Operand>) -> Id {
        let id = self.id();
        self.write(opcode, ty.word(), id.word(), operands);
        id
    }

    /// Emits an instruction with any operands and no result.
    pub fn effect_of(&mut self, opcode: u16, operands: impl IntoIterator<Item = Operand>) {
        self.write(opcode, 0, 0, operands);
    }

    /// Emits an instruction with id operands and a result.
    pub fn value(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        self.value_of(opcode, ty, words::ids(operands))
    }

    /// Emits an instruction with a result; its operands are ids, then literals.
    pub fn value_with(&mut self, opcode: u16, ty: Id, ids: &[Id], numbers: &[u32]) -> Id {
        self.value_of(opcode, ty, words::ids(ids).chain(words::literals(numbers.iter().copied())))
    }

    /// Emits an instruction of an extended set.
    pub fn extended(&mut self, ty: Id, set: Id, instruction: u32, operands: &[Id]) -> Id {
        let head = [set.operand(), Operand::Literal(instruction)];
        self.value_of(op::EXT_INST, ty, head.into_iter().chain(words::ids(operands)))
    }

    /// Emits an instruction with id operands and no result.
    pub fn effect(&mut self, opcode: u16, operands: &[Id]) {
        self.effect_of(opcode, words::ids(operands));
    }

    /// Emits an image instruction with a result: its operands, then image operands, if there are any.
    pub fn image_value(&mut self, opcode: u16, ty: Id, operands: &[Id], image: &ImageOperands) -> Id {
        self.value_of(opcode, ty, words::ids(operands).chain(image.operands()))
    }

    /// Emits `OpImageWrite`.
    pub fn image_write(&mut self, image: Id, coordinate: Id, texel: Id, operands: &ImageOperands) {
        let ids = [image.operand(), coordinate.operand(), texel.operand()];
        self.effect_of(op::IMAGE_WRITE, ids.into_iter().chain(operands.operands()));
    }

    /// Emits an atomic instruction with a result; `scope` and `semantics` are declared as constants.
    /// `OpAtomicCompareExchange` has two semantics: use [`Builder::value`].
    pub fn atomic(&mut self, opcode: u16, ty: Id, memory: Memory, operands: &[Id]) -> Id {
        let scope = self.constant_uint(memory.scope);
        let semantics = self.constant_uint(memory.semantics);
        let ids = [memory.pointer, scope, semantics];
        self.value_of(opcode, ty, words::ids(&ids).chain(words::ids(operands)))
    }

    /// Emits `OpControlBarrier`; the scopes and semantics are declared as constants.
    pub fn control_barrier(&mut self, execution: u32, memory: u32, semantics: u32) {
        let ids = [execution, memory, semantics].map(|number| self.constant_uint(number));
        self.effect(op::CONTROL_BARRIER, &ids);
    }

    /// Emits `OpMemoryBarrier`; scope and semantics are declared as constants.
    pub fn memory_barrier(&mut self, memory: u32, semantics: u32) {
        let ids = [memory, semantics].map(|number| self.constant_uint(number));
        self.effect(op::MEMORY_BARRIER, &ids);
    }

    /// Emits a group or subgroup instruction: its scope, declared as a constant, its `GroupOperation`, if it has one,
    /// and the other operands.
    pub fn group(&mut self, opcode: u16, ty: Id, group: Group, operands: &[Id]) -> Id {
        let scope = self.constant_uint(group.scope);
        let operation = group.operation.map(Operand::Literal);
        self.value_of(opcode, ty, [scope.operand()].into_iter().chain(operation).chain(words::ids(operands)))
    }

    /// Emits `OpPhi`, one pair of value and block for each predecessor known so far; phis come first in their block.
    pub fn phi(&mut self, ty: Id, incoming: &[(Id, Id)]) -> Id {
        let pairs = incoming.iter().flat_map(|(value, block)| [value.operand(), block.operand()]);
        self.value_of(op::PHI, ty, pairs)
    }

    /// Adds a pair of value and block to a phi of this module.
    pub fn add_incoming(&mut self, phi: Id, value: Id, block: Id) {
        if let Some(at) = self.module.definition(phi.word()) {
            let mut operands: Vec<Operand> = self.module.tagged_operands(at).collect();
            operands.extend([value.operand(), block.operand()]);
            self.module.rewrite(at, op::PHI, operands);
        }
    }

    /// True if a block is open, that is, the next instruction is reachable.
    pub fn is_open(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.block.is_some())
    }

    /// Label of the open block, for `OpPhi`.
    pub fn block(&self) -> Option<Id> {
        self.body.as_ref().and_then(|body| body.block)
    }

    /// Opens the block of a label. An open block branches to it.
    pub fn open(&mut self, label: Id) {
        self.branch(label);
        self.begin_block(label);
    }

    /// Closes the block with a terminator without operands, such as `OpReturn` or `OpKill`.
    pub fn end(&mut self, opcode: u16) {
        self.end_with(opcode, []);
    }

    /// Closes the block with a terminator.
    pub fn end_with(&mut self, opcode: u16, operands: impl IntoIterator<Item = Operand>) {
        self.effect_of(opcode, operands);
        if let Some(body) = &mut self.body {
            body.block = None;
        }
    }

    /// Closes the block with `OpReturnValue`.
    pub fn return_value(&mut self, value: Id) {
        self.end_with(op::RETURN_VALUE, [value.operand()]);
    }

    /// Closes the block with a branch.
    pub fn branch(&mut self, label: Id) {
        self.end_with(op::BRANCH, [label.operand()]);
    }

    /// Closes the block with a conditional branch to `yes` or `no`.
    pub fn branch_conditional(&mut self, condition: Id, yes: Id, no: Id) {
        self.end_with(op::BRANCH_CONDITIONAL, [condition.operand(), yes.operand(), no.operand()]);
    }

    /// Closes the block with a selection between `yes` and `no` that converges at `merge`; either may be
    /// `merge` itself.
    pub fn select_block(&mut self, condition: Id, yes: Id, no: Id, merge: Id) {
        self.selection_merge(merge, 0);
        self.branch_conditional(condition, yes, no);
    }

    /// Emits `OpSelectionMerge`, before the branch or switch; `control` is a mask of `SelectionControl`.
    pub fn selection_merge(&mut self, merge: Id, control: u32) {
        self.effect_of(op::SELECTION_MERGE, [merge.operand(), Operand::Literal(control)]);
    }

    /// Closes the block with a switch over an integer that converges at `merge`; the first label is that of all other
    /// values. Values are bits of the selector's type.
    pub fn switch(&mut self, selector: Id, default: Id, cases: &[(u64, Id)], merge: Id) {
        self.selection_merge(merge, 0);
        self.branch_switch(selector, default, cases);
    }

    /// Closes the block with the switch alone; see [`Builder::switch`].
    pub fn branch_switch(&mut self, selector: Id, default: Id, cases: &[(u64, Id)]) {
        let ty = Id(self.module.type_of(selector.word()));
        let mut operands = vec![selector.operand(), default.operand()];
        for (value, label) in cases {
            operands.extend(self.number(ty, *value).map(Operand::Literal));
            operands.push(label.operand());
        }
        self.end_with(op::SWITCH, operands);
    }

    /// Opens the header of a loop and branches to `body`. `next` is the continue target, which branches back
    /// to the header; `merge` is the merge block.
    pub fn open_loop(&mut self, header: Id, body: Id, next: Id, merge: Id) {
        self.open(header);
        self.loop_merge(next, merge, 0, &[]);
        self.branch(body);
    }

    /// Emits `OpLoopMerge`, before the branch of the header: a mask of `LoopControl` with its operands.
    pub fn loop_merge(&mut self, next: Id, merge: Id, control: u32, operands: &[u32]) {
        let head = [merge.operand(), next.operand(), Operand::Literal(control)];
        self.effect_of(op::LOOP_MERGE, head.into_iter().chain(words::literals(operands.iter().copied())));
    }

    fn begin_block(&mut self, label: Id) {
        if self.body.is_none() {
            return;
        }
        let head = self.push(op::LABEL, 0, label.word(), []).into_iter().collect();
        if let Some(body) = &mut self.body {
            body.function.blocks.push(Block { label: label.word(), head, body: Vec::new() });
            body.block = Some(label);
        }
    }

    fn write(&mut self, opcode: u16, ty: u32, result: u32, operands: impl IntoIterator<Item = Operand>) {
        if !self.is_open() {
            return;
        }
        let at = self.push(opcode, ty, result, operands);
        if let Some(block) = self.body.as_mut().and_then(|body| body.function.blocks.last_mut()) {
            block.body.extend(at);
        }
    }
}

/// Memory that an atomic instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Pointer to the value.
    pub pointer: Id,
    /// `Scope`.
    pub scope: u32,
    /// Mask of `MemorySemantics`.
    pub semantics: u32,
}

/// Invocations that take part in a group instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// `Scope`.
    pub scope: u32,
    /// `GroupOperation`, of instructions that have one.
    pub operation: Option<u32>,
}
