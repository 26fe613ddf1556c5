//! A module with all its bodies, and what instructions call.

use std::borrow::Cow;

use crate::error::BitcodeError;
use crate::ir::{Body, FunctionId, Instruction, InstructionId, Scope, Typed, Value, ValueId};

/// What a function is to an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An operation of DXIL, `dx.op.`.
    Operation,
    /// An intrinsic function of LLVM, `llvm.`.
    Intrinsic,
    /// A function that the module defines.
    Defined,
    /// A function that another module defines.
    Declared,
}

/// An operation of DXIL as it is called.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'p> {
    /// Its number.
    pub code: u32,
    /// The arguments; the first one is the number.
    pub arguments: &'p [ValueId],
}

impl Operation<'_> {
    /// An argument; the first one behind the number is 1.
    pub fn argument(&self, place: usize) -> Option<ValueId> {
        self.arguments.get(place).copied()
    }
}

/// A module with types and all its bodies.
#[derive(Debug)]
pub struct Program<'m> {
    /// The module.
    pub module: &'m Typed<'m>,
    bodies: Vec<Option<Cow<'m, Body>>>,
    kinds: Vec<Kind>,
}

impl<'m> Program<'m> {
    /// Reads the bodies of a module.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong in one of them, with its bits.
    pub fn new(module: &'m Typed<'m>) -> Result<Program<'m>, BitcodeError> {
        let mut bodies = Vec::with_capacity(module.functions.len());
        let mut kinds = Vec::with_capacity(module.functions.len());
        for (index, function) in module.functions.iter().enumerate() {
            let name = module.name(function.value).unwrap_or_default();
            kinds.push(if !function.is_declaration() {
                Kind::Defined
            } else if name.starts_with(b"dx.op.") {
                Kind::Operation
            } else if name.starts_with(b"llvm.") {
                Kind::Intrinsic
            } else {
                Kind::Declared
            });
            bodies.push(module.body(FunctionId::at(index))?);
        }
        Ok(Program {
            module,
            bodies,
            kinds,
        })
    }

    /// What a function is.
    pub fn kind(&self, function: FunctionId) -> Kind {
        self.kinds
            .get(function.index())
            .copied()
            .unwrap_or(Kind::Declared)
    }

    /// The functions in the order of the module.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.kinds.len()).map(FunctionId::at)
    }

    /// The functions that the module defines, with their bodies.
    pub fn defined(&self) -> impl Iterator<Item = (FunctionId, &Body)> {
        let numbered = self.bodies.iter().enumerate();
        numbered.filter_map(|(index, body)| Some((FunctionId::at(index), body.as_deref()?)))
    }

    /// The body of a function.
    pub fn body(&self, function: FunctionId) -> Option<&Body> {
        self.bodies.get(function.index())?.as_deref()
    }

    /// The module as seen from a body.
    pub fn scope<'p>(&'p self, body: &'p Body) -> Scope<'p> {
        self.module.scope(Some(body))
    }

    /// The function that an instruction calls; `None` when it calls none, or one by address.
    pub fn callee(&self, body: &Body, instruction: &Instruction) -> Option<FunctionId> {
        instruction.call()?;
        let called = *body.operands(instruction).first()?;
        self.module.function(called).map(|(id, _)| id)
    }

    /// The operation of DXIL that an instruction calls.
    pub fn operation<'p>(&'p self, body: &'p Body, instruction: &Instruction) -> Option<Operation<'p>> {
        let callee = self.callee(body, instruction)?;
        if self.kind(callee) != Kind::Operation {
            return None;
        }
        let arguments = body.operands(instruction).get(1..)?;
        let code = self.scope(body).integer(*arguments.first()?)?;
        Some(Operation {
            code: u32::try_from(code).ok()?,
            arguments,
        })
    }

    /// The instruction that makes a value of a body.
    pub fn maker(&self, body: &Body, value: ValueId) -> Option<InstructionId> {
        match body.local(value)?.value {
            Value::Instruction(id) => Some(id),
            _ => None,
        }
    }

    /// The whole number without sign of at most 32 bits that a value is.
    pub fn unsigned(&self, body: &Body, value: ValueId) -> Option<u32> {
        u32::try_from(self.scope(body).integer(value)?).ok()
    }

    /// Whether a value is a constant or the address of a global.
    pub fn is_constant(&self, body: &Body, value: ValueId) -> bool {
        matches!(
            self.scope(body).value(value),
            Some(Value::Constant(_) | Value::Function(_) | Value::Variable(_) | Value::Alias(_))
        )
    }

    /// The functions with a body that one function reaches by calls, itself included, each once.
    pub fn reachable(&self, from: FunctionId) -> Vec<FunctionId> {
        let mut seen = vec![false; self.kinds.len()];
        let mut found = Vec::new();
        let mut open = vec![from];
        while let Some(function) = open.pop() {
            let Some(body) = self.body(function) else { continue };
            if seen.get(function.index()).copied().unwrap_or(true) {
                continue;
            }
            if let Some(slot) = seen.get_mut(function.index()) {
                *slot = true;
            }
            found.push(function);
            let calls = body.instructions.iter();
            open.extend(calls.filter_map(|instruction| self.callee(body, instruction)));
        }
        found
    }
}
