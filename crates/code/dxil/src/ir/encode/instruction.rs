//! Encodes instructions.
//!
//! The table in `ir/records.rs` says which operands a record has; the methods here write one kind of operand each.

use super::constants::encode_signed;
use super::{Locals, Writer, emit, invalid_handle, layout};
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::body::Body;
use crate::ir::global::Alignment;
use crate::ir::handle::{LabelId, List, TypeId, ValueId};
use crate::ir::instruction::{Access, Call, Instruction, Op, Tail};
use crate::ir::operation::{BinaryOp, CastOp, Flags, Ordering, Predicate, RmwOp};
use crate::ir::pool::Span;
use crate::ir::records::{alloca, call, code, function_records};
use crate::ir::types::Type;

/// Writes the operands of an instruction to the current record.
struct RecordWriter<'r, 'm> {
    writer: &'r mut Writer<'m>,
    body: &'r Body,
    locals: &'r Locals,
    /// Number of the next value.
    next: u32,
    instruction: &'r Instruction,
    operands: &'r [ValueId],
    labels: &'r [LabelId],
    /// True if a typed operand is a forward reference, which no abbreviation allows.
    has_forward: bool,
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

impl Writer<'_> {
    pub(super) fn instruction(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        locals: &Locals,
        next: u32,
    ) -> Result<(), BitcodeError> {
        self.row.clear();
        let mut record = RecordWriter {
            writer: self,
            body,
            locals,
            next,
            instruction,
            operands: body.operands(instruction),
            labels: body.labels(instruction),
            has_forward: false,
        };
        let code = record.write()?;
        let has_forward = record.has_forward;
        let form = layout::instruction(code, self.row.len()).filter(|_| !has_forward);
        let known = form.and_then(|form| self.instructions.get(form));
        emit(&mut self.stream, code, &self.row, known);
        Ok(())
    }
}

macro_rules! write_operand {
    ($record:ident, _, $kind:ident) => {
        $record.$kind()?
    };
    ($record:ident, $place:tt, $kind:ident) => {
        $record.$kind($place)?
    };
}

macro_rules! write_records {
    (
        { $($constant:ident = $number:literal $name:literal
            $variant:ident $({ $($field:ident),* })? $(($inner:ident))?
            [$($place:tt: $kind:ident),*] => $result:ident $(($argument:tt))? $(if $guard:expr)?;)* }
        { $($older:tt)* }
        [ $($other:tt)* ]
    ) => {
        /// Writes the operands; returns the record code.
        fn write(&mut self) -> Result<u64, BitcodeError> {
            let record = self;
            Ok(match record.instruction.op {
                $(Op::$variant $({ $($field),* })? $(($inner))? $(if $guard)? => {
                    $(write_operand!(record, $place, $kind);)*
                    code::$constant
                })*
            })
        }
    };
}

/// Fields that are written as a code.
macro_rules! codes {
    ($($kind:ident: $code:ty),*) => {
        $(fn $kind(&mut self, field: $code) -> Result<(), BitcodeError> {
            self.push(field.code())
        })*
    };
}

impl RecordWriter<'_, '_> {
    function_records!(write_records);

    fn push(&mut self, word: u64) -> Result<(), BitcodeError> {
        self.writer.row.push(word);
        Ok(())
    }

    fn operand(&self, index: usize) -> Result<ValueId, BitcodeError> {
        let missing = || invalid_handle(Entity::Value, index, self.operands.len());
        self.operands.get(index).copied().ok_or_else(missing)
    }

    /// Number of operand `index`.
    fn number(&self, index: usize) -> Result<u64, BitcodeError> {
        self.writer.number(self.operand(index)?, Some(self.locals))
    }

    /// Operand encoding: a 32-bit distance back from the next value, or the number itself.
    fn distance(&self, number: u64) -> u64 {
        match self.writer.module.version {
            0 => number,
            _ => u64::from(self.next.wrapping_sub(number as u32)),
        }
    }

    fn mismatch() -> BitcodeError {
        let expected = "a function to call";
        BitcodeError::new(BitcodeErrorKind::Mismatch { expected }, 0..0)
    }
}

/// Value and block operands, by index.
impl RecordWriter<'_, '_> {
    /// A value whose type is implied.
    fn value(&mut self, index: usize) -> Result<(), BitcodeError> {
        self.push(self.distance(self.number(index)?))
    }

    /// A value, and its type if it is a forward reference.
    fn typed(&mut self, index: usize) -> Result<(), BitcodeError> {
        let number = self.number(index)?;
        self.push(self.distance(number))?;
        if number >= u64::from(self.next) {
            self.has_forward = true;
            self.type_of(index)?;
        }
        Ok(())
    }

    fn typed_from(&mut self, first: usize) -> Result<(), BitcodeError> {
        (first..self.operands.len()).try_for_each(|index| self.typed(index))
    }

    fn all_typed(&mut self) -> Result<(), BitcodeError> {
        self.typed_from(0)
    }

    fn optional_typed(&mut self) -> Result<(), BitcodeError> {
        if self.operands.is_empty() {
            return Ok(());
        }
        self.typed(0)
    }

    fn typed_first(&mut self, index: usize) -> Result<(), BitcodeError> {
        self.typed(index)
    }

    fn pointed(&mut self, index: usize) -> Result<(), BitcodeError> {
        self.value(index)
    }

    /// A value by absolute number, as used for constants.
    fn absolute(&mut self, index: usize) -> Result<(), BitcodeError> {
        self.push(self.number(index)?)
    }

    fn type_of(&mut self, index: usize) -> Result<(), BitcodeError> {
        let scope = self.writer.module.scope(Some(self.body));
        let ty = scope.type_of(self.operand(index)?);
        let missing = || invalid_handle(Entity::Value, index, self.operands.len());
        self.type_id(ty.ok_or_else(missing)?)
    }

    fn label(&mut self, index: usize) -> Result<(), BitcodeError> {
        let count = self.body.blocks.len();
        match self.labels.get(index) {
            Some(label) if label.index() < count => self.push(u64::from(label.0)),
            _ => Err(invalid_handle(Entity::BasicBlock, index, count)),
        }
    }

    fn all_labels(&mut self) -> Result<(), BitcodeError> {
        (0..self.labels.len()).try_for_each(|index| self.label(index))
    }

    fn condition(&mut self) -> Result<(), BitcodeError> {
        if self.operands.is_empty() {
            return Ok(());
        }
        self.label(1)?;
        self.value(0)
    }

    fn cases(&mut self) -> Result<(), BitcodeError> {
        for case in 1..self.operands.len() {
            self.absolute(case)?;
            self.label(case)?;
        }
        Ok(())
    }

    fn incoming(&mut self) -> Result<(), BitcodeError> {
        for index in 0..self.operands.len() {
            let number = self.number(index)?;
            self.push(match self.writer.module.version {
                0 => number,
                _ => encode_signed(i64::from(self.next) - number as i64),
            })?;
            self.label(index)?;
        }
        Ok(())
    }
}

/// Types and fields of operations.
impl RecordWriter<'_, '_> {
    codes!(operator: BinaryOp, conversion: CastOp, predicate: Predicate, atomic_operation: RmwOp, ordering: Ordering);

    fn flag(&mut self, flag: bool) -> Result<(), BitcodeError> {
        self.push(u64::from(flag))
    }

    fn scope(&mut self, scope: u32) -> Result<(), BitcodeError> {
        self.push(u64::from(scope))
    }

    fn type_id(&mut self, ty: TypeId) -> Result<(), BitcodeError> {
        self.push(self.writer.ty(ty)?)
    }

    fn result(&mut self) -> Result<(), BitcodeError> {
        self.type_id(self.instruction.ty)
    }

    fn loaded(&mut self) -> Result<(), BitcodeError> {
        self.result()
    }

    fn optional_flags(&mut self, flags: Flags) -> Result<(), BitcodeError> {
        match flags.0 {
            0 => Ok(()),
            flags => self.push(u64::from(flags)),
        }
    }

    fn path(&mut self, indices: Span<u32>) -> Result<(), BitcodeError> {
        let indices = self.body.indices(indices).iter();
        self.writer.row.extend(indices.map(|index| u64::from(*index)));
        Ok(())
    }

    fn clauses(&mut self, clauses: Span<u32>) -> Result<(), BitcodeError> {
        let kinds = self.body.indices(clauses);
        self.push(kinds.len() as u64)?;
        for (index, kind) in kinds.iter().enumerate() {
            self.push(u64::from(*kind))?;
            self.typed(index)?;
        }
        Ok(())
    }

    fn access(&mut self, access: Access) -> Result<(), BitcodeError> {
        self.push(u64::from(access.alignment.0))?;
        self.flag(access.volatile)
    }

    fn atomic_access(&mut self, access: Access) -> Result<(), BitcodeError> {
        self.access(access)?;
        self.ordering(access.ordering)?;
        self.scope(access.scope)
    }

    fn allocation(
        &mut self,
        (ty, alignment, in_alloca): (TypeId, Alignment, bool),
    ) -> Result<(), BitcodeError> {
        self.type_id(ty)?;
        self.type_of(0)?;
        self.absolute(0)?;
        let in_alloca = if in_alloca { alloca::IN_ALLOCA } else { 0 };
        let alignment = u64::from(alignment.0) & alloca::ALIGNMENT;
        self.push(alignment | in_alloca | alloca::EXPLICIT_TYPE)
    }

    fn call(&mut self, call: Call) -> Result<(), BitcodeError> {
        let mut bits = convention(call)? << call::CONVENTION_SHIFT | call::EXPLICIT_TYPE;
        bits |= match call.tail {
            Tail::TAIL => call::TAIL,
            Tail::MUST_TAIL => call::MUST_TAIL,
            Tail::NO_TAIL => call::NO_TAIL,
            _ => 0,
        };
        if call.flags.0 != 0 {
            bits |= call::FLAGS;
        }
        self.push(self.writer.attribute_list(call.attributes)?)?;
        self.push(bits)?;
        self.optional_flags(call.flags)?;
        self.callee(call)
    }

    fn invoke(&mut self, call: Call) -> Result<(), BitcodeError> {
        self.push(self.writer.attribute_list(call.attributes)?)?;
        self.push(convention(call)? | call::INVOKE_EXPLICIT_TYPE)?;
        self.label(0)?;
        self.label(1)?;
        self.callee(call)
    }

    /// Function type, callee and arguments of a call.
    fn callee(&mut self, call: Call) -> Result<(), BitcodeError> {
        self.type_id(call.function_type)?;
        self.typed(0)?;
        let module = self.writer.module;
        let (_, parameters, variadic) =
            module.types.function(call.function_type).ok_or_else(Self::mismatch)?;
        let fixed = parameters.len();
        if self.operands.len() < fixed + 1 || (self.operands.len() > fixed + 1 && !variadic) {
            return Err(Self::mismatch());
        }
        for (index, parameter) in (1..).zip(parameters) {
            let is_metadata = module.types.get(*parameter) == Some(Type::Metadata);
            match self.operand(index)?.list() {
                List::Metadata(id) if is_metadata => {
                    let number = if !id.is_local() {
                        self.writer.node(id)?
                    } else if id.index() < self.body.metadata.len() {
                        (module.metadata.items.len() + id.index()) as u64
                    } else {
                        let count = self.body.metadata.len();
                        return Err(invalid_handle(Entity::Metadata, id.index(), count));
                    };
                    self.push(self.distance(number))?;
                }
                List::Metadata(_) => return Err(Self::mismatch()),
                _ if is_metadata => return Err(Self::mismatch()),
                _ => self.value(index)?,
            }
        }
        self.typed_from(fixed + 1)
    }
}
