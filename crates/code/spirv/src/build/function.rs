//! Functions: blocks, instructions and structured control flow.
//!
//! One function is written at a time and one block of it is open at a time. An instruction that ends a block closes it; what
//! is written while none is open could never run and is left out, so a compiler need not look for code behind a jump.

use super::{Builder, Id, op, words};

/// The function that is being written.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    /// `OpFunction` and its parameters.
    head: Vec<u32>,
    /// Label of the first block, then the variables, which SPIR-V wants there.
    variables: Vec<u32>,
    /// What is computed at the top of the first block.
    entry: Vec<u32>,
    /// The rest of the first block and all others.
    code: Vec<u32>,
    /// The open block.
    block: Option<Id>,
}

impl Builder {
    /// Begins a function and opens its first block. One that is being written is ended.
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

    /// Adds a parameter to the function that is being written.
    pub fn parameter(&mut self, ty: Id) -> Id {
        let id = self.id();
        if let Some(body) = &mut self.body {
            let operands = [ty.word(), id.word()];
            words::write(
                &mut body.head,
                &mut self.overlong,
                op::FUNCTION_PARAMETER,
                operands,
            );
        }
        id
    }

    /// Ends the function. A block that is open ends with `OpUnreachable`.
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

    /// Declares a variable of the function; the pointer type's storage class is `Function`.
    pub fn variable(&mut self, pointer: Id) -> Id {
        let id = self.id();
        if let Some(body) = &mut self.body {
            let operands = [pointer.word(), id.word(), super::value::storage_class::FUNCTION];
            words::write(&mut body.variables, &mut self.overlong, op::VARIABLE, operands);
        }
        id
    }

    /// A value that is computed at the top of the function, behind what was put there before, whatever block is open.
    pub fn entry_value(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        let id = self.id();
        if let Some(body) = &mut self.body {
            let operands = operands.iter().map(|id| id.word());
            let operands = [ty.word(), id.word()].into_iter().chain(operands);
            words::write(&mut body.entry, &mut self.overlong, opcode, operands);
        }
        id
    }

    /// An instruction whose operands are ids and that gives a value.
    pub fn value(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        let id = self.id();
        let operands = operands.iter().map(|id| id.word());
        self.write(opcode, [ty.word(), id.word()].into_iter().chain(operands));
        id
    }

    /// An instruction that gives a value, with ids first and numbers behind them.
    pub fn value_with(&mut self, opcode: u16, ty: Id, ids: &[Id], numbers: &[u32]) -> Id {
        let id = self.id();
        let operands = ids.iter().map(|id| id.word()).chain(numbers.iter().copied());
        self.write(opcode, [ty.word(), id.word()].into_iter().chain(operands));
        id
    }

    /// An instruction of an extended set.
    pub fn extended(&mut self, ty: Id, set: Id, instruction: u32, operands: &[Id]) -> Id {
        let id = self.id();
        let operands = operands.iter().map(|id| id.word());
        let head = [ty.word(), id.word(), set.word(), instruction];
        self.write(op::EXT_INST, head.into_iter().chain(operands));
        id
    }

    /// An instruction whose operands are ids and that gives nothing.
    pub fn effect(&mut self, opcode: u16, operands: &[Id]) {
        self.write(opcode, operands.iter().map(|id| id.word()));
    }

    /// Whether a block is open: whether what is written now can run.
    pub fn is_open(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.block.is_some())
    }

    /// The open block, which `OpPhi` wants to know.
    pub fn block(&self) -> Option<Id> {
        self.body.as_ref().and_then(|body| body.block)
    }

    /// Opens the block of a label. A block that is open goes on there.
    pub fn open(&mut self, label: Id) {
        self.branch(label);
        if let Some(body) = &mut self.body {
            body.block = Some(label);
        }
        self.write(op::LABEL, [label.word()]);
    }

    /// Closes the block with an instruction without operands, such as `OpReturn` or `OpKill`.
    pub fn end(&mut self, opcode: u16) {
        self.write(opcode, []);
        self.close();
    }

    /// Closes the block: gives a value to the caller.
    pub fn return_value(&mut self, value: Id) {
        self.write(op::RETURN_VALUE, [value.word()]);
        self.close();
    }

    /// Closes the block: goes on at a label.
    pub fn branch(&mut self, label: Id) {
        self.write(op::BRANCH, [label.word()]);
        self.close();
    }

    /// Closes the block: goes on at `yes` or `no`.
    pub fn branch_conditional(&mut self, condition: Id, yes: Id, no: Id) {
        let operands = [condition.word(), yes.word(), no.word()];
        self.write(op::BRANCH_CONDITIONAL, operands);
        self.close();
    }

    /// Closes the block with a selection: goes on at `yes` or `no`, which come together at `merge`. One of them may be it.
    pub fn select_block(&mut self, condition: Id, yes: Id, no: Id, merge: Id) {
        self.write(op::SELECTION_MERGE, [merge.word(), 0]);
        self.branch_conditional(condition, yes, no);
    }

    /// Opens the header of a loop and goes on at `body`. The block of `next` branches back to the header; `merge` is where
    /// the loop is left to.
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
