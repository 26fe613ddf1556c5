//! Builds functions: blocks, instructions and structured control flow.
//!
//! One function, and in it one block, is open at a time. A terminator closes the block. Instructions written
//! while no block is open are unreachable and are dropped, so a compiler need not track code after a jump.

use super::{Builder, Id, op, words};

/// The function being built.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    /// `OpFunction` and its parameters.
    head: Vec<u32>,
    /// Label of the first block, then the variables, which SPIR-V requires there.
    variables: Vec<u32>,
    /// Values computed at the top of the first block.
    entry: Vec<u32>,
    /// The rest of the first block and all others.
    code: Vec<u32>,
    /// The open block.
    block: Option<Id>,
}

impl Builder {
    /// Begins a function and opens its first block; ends any function still open.
    pub fn begin_function(&mut self, result: Id, signature: Id) -> Id {
        self.end_function();
        let (id, label) = (self.id(), self.id());
        let mut body = Body::default();
        let operands = [result.word(), id.word(), 0, signature.word()];
        words::write(&mut body.head, &mut self.overlong, op::FUNCTION, operands);
        words::write(&mut body.variables, &mut self.overlong, op::LABEL, [label.word()]);
        body.block = Some(label);
        self.body = Some(body);
        id
    }

    /// Adds a parameter to the open function.
    pub fn parameter(&mut self, ty: Id) -> Id {
        let id = self.id();
        if let Some(body) = &mut self.body {
            let operands = [ty.word(), id.word()];
            words::write(&mut body.head, &mut self.overlong, op::FUNCTION_PARAMETER, operands);
        }
        id
    }

    /// Ends the function. An open block gets `OpUnreachable`.
    pub fn end_function(&mut self) {
        if self.is_open() {
            self.end(op::UNREACHABLE);
        }
        let Some(mut body) = self.body.take() else {
            return;
        };
        words::write(&mut body.code, &mut self.overlong, op::FUNCTION_END, []);
        for part in [body.head, body.variables, body.entry, body.code] {
            self.functions.extend(part);
        }
    }

    /// Declares a local variable; the pointer type's storage class must be `Function`.
    pub fn variable(&mut self, pointer: Id) -> Id {
        let id = self.id();
        if let Some(body) = &mut self.body {
            let operands = [pointer.word(), id.word(), super::value::storage_class::FUNCTION];
            words::write(&mut body.variables, &mut self.overlong, op::VARIABLE, operands);
        }
        id
    }

    /// Emits an instruction at the top of the function, after earlier entry values, regardless of the open
    /// block.
    pub fn entry_value(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        let id = self.id();
        if let Some(body) = &mut self.body {
            let operands = operands.iter().map(|id| id.word());
            let operands = [ty.word(), id.word()].into_iter().chain(operands);
            words::write(&mut body.entry, &mut self.overlong, opcode, operands);
        }
        id
    }

    /// Emits an instruction with id operands and a result.
    pub fn value(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        let id = self.id();
        let operands = operands.iter().map(|id| id.word());
        self.write(opcode, [ty.word(), id.word()].into_iter().chain(operands));
        id
    }

    /// Emits an instruction with a result; its operands are ids, then literals.
    pub fn value_with(&mut self, opcode: u16, ty: Id, ids: &[Id], numbers: &[u32]) -> Id {
        let id = self.id();
        let operands = ids.iter().map(|id| id.word()).chain(numbers.iter().copied());
        self.write(opcode, [ty.word(), id.word()].into_iter().chain(operands));
        id
    }

    /// Emits an instruction of an extended set.
    pub fn extended(&mut self, ty: Id, set: Id, instruction: u32, operands: &[Id]) -> Id {
        let id = self.id();
        let operands = operands.iter().map(|id| id.word());
        let head = [ty.word(), id.word(), set.word(), instruction];
        self.write(op::EXT_INST, head.into_iter().chain(operands));
        id
    }

    /// Emits an instruction with id operands and no result.
    pub fn effect(&mut self, opcode: u16, operands: &[Id]) {
        self.write(opcode, operands.iter().map(|id| id.word()));
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
        if let Some(body) = &mut self.body {
            body.block = Some(label);
        }
        self.write(op::LABEL, [label.word()]);
    }

    /// Closes the block with a terminator without operands, such as `OpReturn` or `OpKill`.
    pub fn end(&mut self, opcode: u16) {
        self.write(opcode, []);
        self.close();
    }

    /// Closes the block with `OpReturnValue`.
    pub fn return_value(&mut self, value: Id) {
        self.write(op::RETURN_VALUE, [value.word()]);
        self.close();
    }

    /// Closes the block with a branch.
    pub fn branch(&mut self, label: Id) {
        self.write(op::BRANCH, [label.word()]);
        self.close();
    }

    /// Closes the block with a conditional branch to `yes` or `no`.
    pub fn branch_conditional(&mut self, condition: Id, yes: Id, no: Id) {
        let operands = [condition.word(), yes.word(), no.word()];
        self.write(op::BRANCH_CONDITIONAL, operands);
        self.close();
    }

    /// Closes the block with a selection between `yes` and `no` that converges at `merge`; either may be
    /// `merge` itself.
    pub fn select_block(&mut self, condition: Id, yes: Id, no: Id, merge: Id) {
        self.write(op::SELECTION_MERGE, [merge.word(), 0]);
        self.branch_conditional(condition, yes, no);
    }

    /// Opens the header of a loop and branches to `body`. `next` is the continue target, which branches back
    /// to the header; `merge` is the merge block.
    pub fn open_loop(&mut self, header: Id, body: Id, next: Id, merge: Id) {
        self.open(header);
        self.write(op::LOOP_MERGE, [merge.word(), next.word(), 0]);
        self.branch(body);
    }

    fn close(&mut self) {
        if let Some(body) = &mut self.body {
            body.block = None;
        }
    }

    fn write(&mut self, opcode: u16, operands: impl IntoIterator<Item = u32>) {
        if let Some(body) = &mut self.body
            && body.block.is_some()
        {
            words::write(&mut body.code, &mut self.overlong, opcode, operands);
        }
    }
}
