//! Holds a module with all bodies read and resolves callees.

use std::borrow::Cow;

use crate::error::BitcodeError;
use crate::ir::{Body, FunctionId, Instruction, InstructionId, Scope, Typed, Value, ValueId};

/// Classification of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A DXIL operation, `dx.op.`.
    Operation,
    /// An LLVM intrinsic, `llvm.`.
    Intrinsic,
    /// Defined in this module.
    Defined,
    /// Defined in another module.
    Declared,
}

/// A call of a DXIL operation.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'p> {
    /// Operation number.
    pub code: u32,
    /// All arguments; the first is the number.
    pub arguments: &'p [ValueId],
}

impl Operation<'_> {
    /// Argument `place`; 0 is the operation number.
    pub fn argument(&self, index: usize) -> Option<ValueId> {
        self.arguments.get(index).copied()
    }
}

/// A typed module with the bodies that were asked for.
#[derive(Debug)]
pub struct Program<'m> {
    /// The typed module.
    pub module: &'m Typed<'m>,
    bodies: Vec<Option<Cow<'m, Body>>>,
    kinds: Vec<Kind>,
}

impl<'m> Program<'m> {
    /// Reads the bodies of a module.
    ///
    /// # Errors
    ///
    /// The first error in any body, with its bits.
    pub fn new(module: &'m Typed<'m>) -> Result<Program<'m>, BitcodeError> {
        let mut program = Program::without_bodies(module);
        for (index, slot) in program.bodies.iter_mut().enumerate() {
            *slot = module.body(FunctionId::at(index))?;
        }
        Ok(program)
    }

    /// Reads the bodies of some functions, and of those that they call; the others are as if they had none.
    ///
    /// # Errors
    ///
    /// The first error in any of these bodies, with its bits.
    pub fn reaching(module: &'m Typed<'m>, from: &[FunctionId]) -> Result<Program<'m>, BitcodeError> {
        let mut program = Program::without_bodies(module);
        let mut worklist = from.to_vec();
        while let Some(function) = worklist.pop() {
            if !matches!(program.bodies.get(function.index()), Some(None)) {
                continue;
            }
            let Some(body) = module.body(function)? else { continue };
            let calls = body.instructions.iter();
            worklist.extend(calls.filter_map(|instruction| program.callee(&body, instruction)));
            if let Some(slot) = program.bodies.get_mut(function.index()) {
                *slot = Some(body);
            }
        }
        Ok(program)
    }

    fn without_bodies(module: &'m Typed<'m>) -> Program<'m> {
        let kinds = module.functions.iter().map(|function| {
            let name = module.name(function.value).unwrap_or_default();
            if !function.is_declaration() {
                Kind::Defined
            } else if name.starts_with(b"dx.op.") {
                Kind::Operation
            } else if name.starts_with(b"llvm.") {
                Kind::Intrinsic
            } else {
                Kind::Declared
            }
        });
        let bodies = module.functions.iter().map(|_| None);
        Program { module, bodies: bodies.collect(), kinds: kinds.collect() }
    }

    /// Classifies a function.
    pub fn kind(&self, function: FunctionId) -> Kind {
        self.kinds.get(function.index()).copied().unwrap_or(Kind::Declared)
    }

    /// All functions in module order.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.kinds.len()).map(FunctionId::at)
    }

    /// Defined functions with their bodies.
    pub fn defined(&self) -> impl Iterator<Item = (FunctionId, &Body)> {
        let numbered = self.bodies.iter().enumerate();
        numbered.filter_map(|(index, body)| Some((FunctionId::at(index), body.as_deref()?)))
    }

    /// The body of a function.
    pub fn body(&self, function: FunctionId) -> Option<&Body> {
        self.bodies.get(function.index())?.as_deref()
    }

    /// Lookup scope for a body.
    pub fn scope<'p>(&'p self, body: &'p Body) -> Scope<'p> {
        self.module.scope(Some(body))
    }

    /// Function called by an instruction; `None` if it is not a direct call.
    pub fn callee(&self, body: &Body, instruction: &Instruction) -> Option<FunctionId> {
        instruction.call()?;
        let called = *body.operands(instruction).first()?;
        self.module.function(called).map(|(id, _)| id)
    }

    /// DXIL operation called by an instruction.
    pub fn operation<'p>(&'p self, body: &'p Body, instruction: &Instruction) -> Option<Operation<'p>> {
        let callee = self.callee(body, instruction)?;
        if self.kind(callee) != Kind::Operation {
            return None;
        }
        let arguments = body.operands(instruction).get(1..)?;
        let code = self.scope(body).integer(*arguments.first()?)?;
        Some(Operation { code: u32::try_from(code).ok()?, arguments })
    }

    /// Instruction that defines a value of a body.
    pub fn maker(&self, body: &Body, value: ValueId) -> Option<InstructionId> {
        match body.local(value)?.value {
            Value::Instruction(id) => Some(id),
            _ => None,
        }
    }

    /// Value of an unsigned integer constant of at most 32 bits.
    pub fn unsigned(&self, body: &Body, value: ValueId) -> Option<u32> {
        u32::try_from(self.scope(body).integer(value)?).ok()
    }

    /// True for constants and addresses of globals.
    pub fn is_constant(&self, body: &Body, value: ValueId) -> bool {
        matches!(
            self.scope(body).value(value),
            Some(Value::Constant(_) | Value::Function(_) | Value::Variable(_) | Value::Alias(_))
        )
    }

    /// Defined functions reachable by calls from one function, itself included, each once.
    pub fn reachable(&self, from: FunctionId) -> Vec<FunctionId> {
        let mut seen = vec![false; self.kinds.len()];
        let mut found = Vec::new();
        let mut worklist = vec![from];
        while let Some(function) = worklist.pop() {
            let Some(body) = self.body(function) else { continue };
            if seen.get(function.index()).copied().unwrap_or(true) {
                continue;
            }
            if let Some(slot) = seen.get_mut(function.index()) {
                *slot = true;
            }
            found.push(function);
            let calls = body.instructions.iter();
            worklist.extend(calls.filter_map(|instruction| self.callee(body, instruction)));
        }
        found
    }
}
