//! Encodes instructions.

use super::constants::encode_signed;
use super::{Locals, Writer, emit, invalid_handle, layout};
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::body::Body;
use crate::ir::handle::{LabelId, List, ValueId};
use crate::ir::instruction::{Access, Call, Instruction, Op, Tail};
use crate::ir::read::instruction::memory::alloca;
use crate::ir::read::instruction::{call, code};
use crate::ir::types::Type;

/// Context for encoding an instruction.
struct Frame<'b> {
    body: &'b Body,
    locals: &'b Locals,
    /// Number of the next value.
    next: u32,
    operands: &'b [ValueId],
    labels: &'b [LabelId],
}

/// Calling convention of a call, at most thirteen bits.
fn convention(call: Call) -> Result<u64, BitcodeError> {
    let found = u64::from(call.calling_convention);
    let of = "calling convention of a call";
    if found <= call::CONVENTION {
        Ok(found)
    } else {
        Err(BitcodeError::new(BitcodeErrorKind::Code { of, found }, 0..0))
    }
}

impl Frame<'_> {
    /// Operand `index`.
    fn operand(&self, index: usize) -> Result<ValueId, BitcodeError> {
        let missing = || invalid_handle(Entity::Value, index, self.operands.len());
        self.operands.get(index).copied().ok_or_else(missing)
    }
}

impl Writer<'_> {
    pub(super) fn instruction(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        locals: &Locals,
        next: u32,
    ) -> Result<(), BitcodeError> {
        let frame = Frame {
            body,
            locals,
            next,
            operands: body.operands(instruction),
            labels: body.labels(instruction),
        };
        self.row.clear();
        let (code, form) = self.fill(&frame, instruction)?;
        let known = form.and_then(|form| self.instructions.get(form));
        emit(&mut self.stream, code, &self.row, known);
        Ok(())
    }

    /// Operand encoding: a 32-bit distance back from the next value, or the number itself.
    fn distance(&self, frame: &Frame<'_>, number: u64) -> u64 {
        match self.module.version {
            0 => number,
            _ => u64::from(frame.next.wrapping_sub(number as u32)),
        }
    }

    /// Adds operand `index`, whose type is implied.
    fn value(&mut self, frame: &Frame<'_>, index: usize) -> Result<(), BitcodeError> {
        let number = self.number(frame.operand(index)?, Some(frame.locals))?;
        let operand = self.distance(frame, number);
        self.row.push(operand);
        Ok(())
    }

    /// Adds operand `index`, and its type if it is a forward reference; returns true if so.
    fn typed(&mut self, frame: &Frame<'_>, index: usize) -> Result<bool, BitcodeError> {
        let value = frame.operand(index)?;
        let number = self.number(value, Some(frame.locals))?;
        let operand = self.distance(frame, number);
        self.row.push(operand);
        let later = number >= u64::from(frame.next);
        if later {
            let ty = self.module.scope(Some(frame.body)).type_of(value);
            let missing = || invalid_handle(Entity::Value, index, frame.operands.len());
            self.row.push(self.ty(ty.ok_or_else(missing)?)?);
        }
        Ok(later)
    }

    fn typed_from(&mut self, frame: &Frame<'_>, first: usize) -> Result<(), BitcodeError> {
        for index in first..frame.operands.len() {
            self.typed(frame, index)?;
        }
        Ok(())
    }

    /// Adds operand `index` by absolute number, as used for constants.
    fn absolute(&mut self, frame: &Frame<'_>, index: usize) -> Result<(), BitcodeError> {
        let number = self.number(frame.operand(index)?, Some(frame.locals))?;
        self.row.push(number);
        Ok(())
    }

    /// Adds the type of operand `index`.
    fn type_of(&mut self, frame: &Frame<'_>, index: usize) -> Result<(), BitcodeError> {
        let ty = self.module.scope(Some(frame.body)).type_of(frame.operand(index)?);
        let missing = || invalid_handle(Entity::Value, index, frame.operands.len());
        self.row.push(self.ty(ty.ok_or_else(missing)?)?);
        Ok(())
    }

    /// Adds label `index`.
    fn label(&mut self, frame: &Frame<'_>, index: usize) -> Result<(), BitcodeError> {
        let count = frame.body.blocks.len();
        match frame.labels.get(index) {
            Some(label) if label.index() < count => self.row.push(u64::from(label.0)),
            _ => return Err(invalid_handle(Entity::BasicBlock, index, count)),
        }
        Ok(())
    }

    /// Fills the row; returns record code and abbreviation.
    fn fill(
        &mut self,
        frame: &Frame<'_>,
        instruction: &Instruction,
    ) -> Result<(u64, Option<usize>), BitcodeError> {
        let when = |requested: bool, form: usize| requested.then_some(form);
        Ok(match instruction.op {
            Op::Binary { op, flags } => {
                let later = self.typed(frame, 0)?;
                self.value(frame, 1)?;
                self.row.push(op.code());
                let form = match flags.0 {
                    0 => layout::BINARY,
                    flags => {
                        self.row.push(u64::from(flags));
                        layout::BINARY_FLAGS
                    }
                };
                (code::BINARY, when(!later, form))
            }
            Op::Cast(op) => {
                let later = self.typed(frame, 0)?;
                let ty = self.ty(instruction.ty)?;
                self.row.extend([ty, op.code()]);
                (code::CAST, when(!later, layout::CAST))
            }
            Op::GetElementPtr { inbounds, source } => {
                let ty = self.ty(source)?;
                self.row.extend([u64::from(inbounds), ty]);
                let mut later = false;
                for index in 0..frame.operands.len() {
                    later |= self.typed(frame, index)?;
                }
                (code::GEP, when(!later, layout::GEP))
            }
            Op::ExtractValue { indices } => {
                self.typed(frame, 0)?;
                let indices = frame.body.indices(indices).iter();
                self.row.extend(indices.map(|index| u64::from(*index)));
                (code::EXTRACT_VALUE, None)
            }
            Op::InsertValue { indices } => {
                self.typed(frame, 0)?;
                self.typed(frame, 1)?;
                let indices = frame.body.indices(indices).iter();
                self.row.extend(indices.map(|index| u64::from(*index)));
                (code::INSERT_VALUE, None)
            }
            Op::Select => {
                self.typed(frame, 1)?;
                self.value(frame, 2)?;
                self.typed(frame, 0)?;
                (code::SELECT, None)
            }
            Op::ExtractElement => {
                self.typed(frame, 0)?;
                self.typed(frame, 1)?;
                (code::EXTRACT_ELEMENT, None)
            }
            Op::InsertElement => {
                self.typed(frame, 0)?;
                self.value(frame, 1)?;
                self.typed(frame, 2)?;
                (code::INSERT_ELEMENT, None)
            }
            Op::ShuffleVector => {
                self.typed(frame, 0)?;
                self.value(frame, 1)?;
                self.typed(frame, 2)?;
                (code::SHUFFLE, None)
            }
            Op::Compare { predicate, flags } => {
                self.typed(frame, 0)?;
                self.value(frame, 1)?;
                self.row.push(predicate.code());
                if flags.0 != 0 {
                    self.row.push(u64::from(flags.0));
                }
                (code::COMPARE, None)
            }
            Op::Return => {
                if frame.operands.is_empty() {
                    (code::RETURN, Some(layout::RETURN_VOID))
                } else {
                    let later = self.typed(frame, 0)?;
                    (code::RETURN, when(!later, layout::RETURN))
                }
            }
            Op::Branch => {
                self.label(frame, 0)?;
                if !frame.operands.is_empty() {
                    self.label(frame, 1)?;
                    self.value(frame, 0)?;
                }
                (code::BRANCH, None)
            }
            Op::Switch => {
                self.type_of(frame, 0)?;
                self.value(frame, 0)?;
                self.label(frame, 0)?;
                for case in 1..frame.operands.len() {
                    self.absolute(frame, case)?;
                    self.label(frame, case)?;
                }
                (code::SWITCH, None)
            }
            Op::IndirectBranch => {
                self.type_of(frame, 0)?;
                self.value(frame, 0)?;
                for index in 0..frame.labels.len() {
                    self.label(frame, index)?;
                }
                (code::INDIRECT_BRANCH, None)
            }
            Op::Unreachable => (code::UNREACHABLE, Some(layout::UNREACHABLE)),
            Op::Resume => {
                self.typed(frame, 0)?;
                (code::RESUME, None)
            }
            Op::LandingPad { cleanup, clauses } => {
                let kinds = frame.body.indices(clauses);
                let ty = self.ty(instruction.ty)?;
                self.row.extend([ty, u64::from(cleanup), kinds.len() as u64]);
                for (index, kind) in kinds.iter().enumerate() {
                    self.row.push(u64::from(*kind));
                    self.typed(frame, index)?;
                }
                (code::LANDING_PAD, None)
            }
            Op::Phi => {
                let ty = self.ty(instruction.ty)?;
                self.row.push(ty);
                for index in 0..frame.operands.len() {
                    let number = self.number(frame.operand(index)?, Some(frame.locals))?;
                    self.row.push(match self.module.version {
                        0 => number,
                        _ => encode_signed(i64::from(frame.next) - number as i64),
                    });
                    self.label(frame, index)?;
                }
                (code::PHI, None)
            }
            Op::VaArg => {
                self.type_of(frame, 0)?;
                self.value(frame, 0)?;
                let ty = self.ty(instruction.ty)?;
                self.row.push(ty);
                (code::VA_ARG, None)
            }
            Op::Call(call) => {
                let convention = convention(call)?;
                let mut bits = convention << call::CONVENTION_SHIFT | call::EXPLICIT_TYPE;
                bits |= match call.tail {
                    Tail::TAIL => call::TAIL,
                    Tail::MUST_TAIL => call::MUST_TAIL,
                    Tail::NO_TAIL => call::NO_TAIL,
                    _ => 0,
                };
                if call.flags.0 != 0 {
                    bits |= call::FLAGS;
                }
                let list = self.attribute_list(call.attributes)?;
                self.row.extend([list, bits]);
                if call.flags.0 != 0 {
                    self.row.push(u64::from(call.flags.0));
                }
                self.write_callee(frame, call)?;
                (code::CALL, None)
            }
            Op::Invoke(call) => {
                let list = self.attribute_list(call.attributes)?;
                let bits = convention(call)? | call::INVOKE_EXPLICIT_TYPE;
                self.row.extend([list, bits]);
                self.label(frame, 0)?;
                self.label(frame, 1)?;
                self.write_callee(frame, call)?;
                (code::INVOKE, None)
            }
            _ => return self.memory(frame, instruction),
        })
    }

    /// Adds function type, callee and arguments of a call.
    fn write_callee(&mut self, frame: &Frame<'_>, call: Call) -> Result<(), BitcodeError> {
        let module = self.module;
        let ty = self.ty(call.function_type)?;
        self.row.push(ty);
        self.typed(frame, 0)?;
        let expected = "a function to call";
        let mismatch = || BitcodeError::new(BitcodeErrorKind::Mismatch { expected }, 0..0);
        let (_, parameters, variadic) = module.types.function(call.function_type).ok_or_else(mismatch)?;
        let fixed = parameters.len();
        if frame.operands.len() < fixed + 1 || (frame.operands.len() > fixed + 1 && !variadic) {
            return Err(mismatch());
        }
        for (index, parameter) in parameters.iter().enumerate() {
            let metadata = module.types.get(*parameter) == Some(Type::Metadata);
            match frame.operand(index + 1)?.list() {
                List::Metadata(id) if metadata => {
                    let number = if !id.is_local() {
                        self.node(id)?
                    } else if id.index() < frame.body.metadata.len() {
                        (module.metadata.items.len() + id.index()) as u64
                    } else {
                        let count = frame.body.metadata.len();
                        return Err(invalid_handle(Entity::Metadata, id.index(), count));
                    };
                    let operand = self.distance(frame, number);
                    self.row.push(operand);
                }
                List::Metadata(_) => return Err(mismatch()),
                _ if metadata => return Err(mismatch()),
                _ => self.value(frame, index + 1)?,
            }
        }
        self.typed_from(frame, fixed + 1)
    }

    fn access(&mut self, access: Access) {
        let Access {
            alignment, volatile, ..
        } = access;
        self.row.extend([u64::from(alignment.0), u64::from(volatile)]);
        if access.is_atomic() {
            self.row.extend([access.ordering.code(), u64::from(access.scope)]);
        }
    }

    fn memory(
        &mut self,
        frame: &Frame<'_>,
        instruction: &Instruction,
    ) -> Result<(u64, Option<usize>), BitcodeError> {
        Ok(match instruction.op {
            Op::Alloca {
                allocated,
                alignment,
                in_alloca,
            } => {
                let ty = self.ty(allocated)?;
                self.row.push(ty);
                self.type_of(frame, 0)?;
                self.absolute(frame, 0)?;
                let in_alloca = if in_alloca { alloca::IN_ALLOCA } else { 0 };
                let bits = u64::from(alignment.0) & alloca::ALIGNMENT;
                self.row.push(bits | in_alloca | alloca::EXPLICIT_TYPE);
                (code::ALLOCA, None)
            }
            Op::Load(access) => {
                let later = self.typed(frame, 0)?;
                let ty = self.ty(instruction.ty)?;
                self.row.push(ty);
                self.access(access);
                if access.is_atomic() {
                    (code::LOAD_ATOMIC, None)
                } else {
                    (code::LOAD, (!later).then_some(layout::LOAD))
                }
            }
            Op::Store(access) => {
                self.typed(frame, 0)?;
                self.typed(frame, 1)?;
                self.access(access);
                if access.is_atomic() {
                    (code::STORE_ATOMIC, None)
                } else {
                    (code::STORE, None)
                }
            }
            Op::CompareExchange {
                volatile,
                weak,
                success,
                failure,
                scope,
            } => {
                self.typed(frame, 0)?;
                self.typed(frame, 1)?;
                self.value(frame, 2)?;
                self.row.extend([
                    u64::from(volatile),
                    success.code(),
                    u64::from(scope),
                    failure.code(),
                    u64::from(weak),
                ]);
                (code::COMPARE_EXCHANGE, None)
            }
            Op::AtomicRmw {
                op,
                volatile,
                ordering,
                scope,
            } => {
                self.typed(frame, 0)?;
                self.value(frame, 1)?;
                self.row
                    .extend([op.code(), u64::from(volatile), ordering.code(), u64::from(scope)]);
                (code::ATOMIC_RMW, None)
            }
            Op::Fence { ordering, scope } => {
                self.row.extend([ordering.code(), u64::from(scope)]);
                (code::FENCE, None)
            }
            _ => return Err(invalid_handle(Entity::Instruction, 0, 0)),
        })
    }
}
