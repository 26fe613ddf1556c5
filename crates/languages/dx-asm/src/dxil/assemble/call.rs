//! Reads calls.

use std::ops::Range;

use glassbox_dxil::ir::{Call, LabelId, Op, Slot, Tail, Type, TypeId, ValueId};

use super::attributes::{PendingAttributes, Place, Set, Stated, Target};
use super::instruction::Made;
use super::lexer::Token;
use super::parser::{Failed, Parsed, Parser};
use super::rules;

/// An argument with its type, attributes and place.
struct Argument {
    value: ValueId,
    ty: TypeId,
    attributes: Set,
    span: Range<usize>,
}

/// A callee with its arguments.
struct Called {
    call: Call,
    result: TypeId,
    operands: Vec<ValueId>,
}

impl Parser<'_> {
    /// A call, after its first word.
    pub(super) fn call(&mut self, word: &str, start: usize) -> Parsed<Made> {
        let tail = match word {
            "tail" => Tail::TAIL,
            "musttail" => Tail::MUST_TAIL,
            "notail" => Tail::NO_TAIL,
            _ => Tail::NONE,
        };
        if tail != Tail::NONE {
            self.expect_word("call")?;
        }
        // Later versions of LLVM have them.
        let flags = self.fast_flags();
        let (called, stated) = self.called(start)?;
        let call = Call { tail, flags, ..called.call };
        self.state_attributes(stated);
        Ok(Made::new(Op::Call(call), called.result, called.operands))
    }

    /// A call that may throw, after its first word.
    pub(super) fn invoke(&mut self, start: usize) -> Parsed<Made> {
        let (called, stated) = self.called(start)?;
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind: LabelId = self.label()?;
        self.state_attributes(stated);
        let mut made = Made::new(Op::Invoke(called.call), called.result, called.operands);
        made.labels = vec![normal, unwind];
        Ok(made)
    }

    /// Notes the attributes of the next instruction.
    fn state_attributes(&mut self, stated: Stated) {
        let Some(function) = &self.function else { return };
        let instruction = glassbox_dxil::ir::InstructionId::at(function.body.instructions.len());
        let target = Target::Call(function.id, instruction);
        self.pending_attributes.push(PendingAttributes { target, stated });
    }

    /// Everything from the calling convention to the attributes.
    fn called(&mut self, start: usize) -> Parsed<(Called, Stated)> {
        let convention = self.convention()?;
        let mut stated = Stated::default();
        let set = self.attributes_at(Place::Result)?;
        stated.slots.push((Slot::RESULT, set));
        let place = self.span.clone();
        let result = self.ty_or_void()?;
        let callee_start = self.span.start;
        let callee = self.bare()?;
        let callee_span = callee_start..self.end;
        let arguments = self.arguments()?;
        self.function_attributes(&mut stated)?;
        let (ty, result) = match self.table().function(result) {
            Some((own, _, _)) => (result, own),
            None => {
                self.result_type(result, place)?;
                let types: Vec<TypeId> = arguments.iter().map(|argument| argument.ty).collect();
                (self.function_of(result, &types, false)?, result)
            }
        };
        let pointer = self.intern(Type::Pointer { pointee: ty, address_space: 0 });
        let callee = self.converted(pointer, callee, callee_span)?;
        let (_, parameters, variadic) = self.builder.module.types.function(ty).ok_or(Failed)?;
        let parameters = parameters.to_vec();
        if arguments.len() < parameters.len() || arguments.len() > parameters.len() && !variadic {
            let message = format!("found {} arguments, expected {}", arguments.len(), parameters.len());
            let help = "pass one argument for each parameter";
            return Err(self.fail(&rules::OPERAND, start..self.end, message, help));
        }
        let mut operands = vec![callee];
        for (index, argument) in (0..).zip(arguments) {
            if let Some(parameter) =
                parameters.get(index as usize).filter(|parameter| **parameter != argument.ty)
            {
                return Err(self.mismatch(argument.span, argument.ty, *parameter));
            }
            operands.push(argument.value);
            stated.slots.push((Slot::parameter(index), argument.attributes));
        }
        let call = Call { calling_convention: convention, ..Call::new(ty) };
        Ok((Called { call, result, operands }, stated))
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        if self.eat(b')') {
            return Ok(arguments);
        }
        loop {
            let start = self.span.start;
            if self.token == Token::Dots {
                // Only a call that must be a tail call passes the rest of the caller's arguments, as no operand.
                self.advance();
                break;
            }
            let ty = self.ty()?;
            let is_metadata = self.table().get(ty) == Some(Type::Metadata);
            let (value, attributes) = if is_metadata {
                (ValueId::metadata(self.metadata()?), Set::default())
            } else {
                let attributes = self.attributes_at(Place::Parameter)?;
                (self.value(ty)?, attributes)
            };
            arguments.push(Argument { value, ty, attributes, span: start..self.end });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(arguments)
    }
}
