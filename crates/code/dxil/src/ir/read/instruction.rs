//! Reads instruction records: operation, operands, result type.
//!
//! The table in `ir/records.rs` says which operands a record has; the methods here read one kind of operand each.

mod types;

use super::body::BodyReader;
use super::constants::decode_signed;
use super::source::Row;
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::body::Local;
use crate::ir::global::Alignment;
use crate::ir::handle::{AttributesId, InstructionId, LabelId, List, MetadataId, TypeId, ValueId};
use crate::ir::instruction::{Access, Call, Instruction, Op, Tail};
use crate::ir::module::Value;
use crate::ir::operation::{BinaryOp, CastOp, Flags, Ordering, Predicate, RmwOp};
use crate::ir::pool::Span;
use crate::ir::records::{alloca, call, code, function_records};
use crate::ir::types::Type;

/// Reads the operands of a record in order.
struct RecordReader<'r, 'm, 's> {
    reader: &'r mut BodyReader<'m>,
    row: &'r Row<'s>,
    /// Index of the next operand.
    at: usize,
    /// Types of the typed operands.
    types: [TypeId; 3],
    /// Result type that the record states.
    stated: Option<TypeId>,
}

/// Reads an instruction record of a function block.
pub(super) fn read(reader: &mut BodyReader<'_>, row: &Row<'_>) -> Result<Instruction, BitcodeError> {
    reader.operands.clear();
    reader.labels.clear();
    let mut record = RecordReader { reader, row, at: 0, types: [TypeId(u32::MAX); 3], stated: None };
    let (op, ty) = record.read()?;
    record.end()?;
    let void = reader.void;
    let (ty, result) = match ty {
        Some(ty) if Some(ty) != void => {
            let id = InstructionId::at(reader.body.instructions.len());
            let value = ValueId::local(reader.body.locals.len() as u32);
            let kind = Value::Instruction(id);
            reader.body.locals.push(Local { value: kind, ty });
            (ty, Some(value))
        }
        Some(ty) => (ty, None),
        // A table without void has no function without a result, so this type is never looked up.
        None => (void.unwrap_or(TypeId(u32::MAX)), None),
    };
    Ok(Instruction {
        op,
        ty,
        result,
        operands: reader.body.operands.add(reader.operands.iter().copied()),
        labels: reader.body.labels.add(reader.labels.iter().copied()),
        location: None,
    })
}

macro_rules! read_operand {
    ($record:ident, _, $kind:ident) => {
        $record.$kind()?;
    };
    ($record:ident, $index:literal, $kind:ident) => {
        $record.$kind($index)?;
    };
    ($record:ident, $field:tt, $kind:ident) => {
        let $field = $record.$kind()?;
    };
}

macro_rules! read_records {
    (
        $({ $($constant:ident = $number:literal $name:literal
            $variant:ident $({ $($field:ident),* })? $(($inner:ident))?
            [$($place:tt: $kind:ident),*] => $result:ident $(($argument:tt))? $(if $guard:expr)?;)* })*
        [$($other:tt)*]
    ) => {
        /// Reads a record; returns the operation and the type of the result, if any.
        fn read(&mut self) -> Result<(Op, Option<TypeId>), BitcodeError> {
            let record = self;
            Ok(match record.row.code {
                $($(code::$constant => {
                    $(read_operand!(record, $place, $kind);)*
                    let ty = record.$result($($argument)?)?;
                    (Op::$variant $({ $($field),* })? $(($inner))?, ty)
                })*)*
                _ => return Err(record.row.unknown(BlockId::FUNCTION)),
            })
        }
    };
}

impl RecordReader<'_, '_, '_> {
    function_records!(read_records);

    #[inline]
    fn next(&mut self) -> Result<u64, BitcodeError> {
        let operand = self.row.need(self.at)?;
        self.at += 1;
        Ok(operand)
    }

    fn left(&self) -> usize {
        self.row.operands.len().saturating_sub(self.at)
    }

    /// Checks that all operands are consumed.
    fn end(&self) -> Result<(), BitcodeError> {
        match self.left() {
            0 => Ok(()),
            _ => Err(self.row.mismatch("no more operands than such an instruction has")),
        }
    }

    fn known<T>(&self, of: &'static str, found: u64, known: Option<T>) -> Result<T, BitcodeError> {
        known.ok_or_else(|| self.row.fault(BitcodeErrorKind::Code { of, found }))
    }

    /// Number of the next value.
    fn next_number(&self) -> u32 {
        let locals = self.reader.body.locals.len() as u32;
        self.reader.numbers.module.wrapping_add(locals)
    }

    /// Value number of an operand: a 32-bit distance back from the next value, or the number itself.
    fn absolute(&self, operand: u64) -> u64 {
        match self.reader.module.version {
            0 => operand,
            _ => u64::from(self.next_number().wrapping_sub(operand as u32)),
        }
    }

    /// Adds a value operand by number, with its type if it is a forward reference of known type.
    fn resolve(&mut self, number: u64, ty: Option<TypeId>) -> Result<ValueId, BitcodeError> {
        let value = self.reader.numbers.value(self.row, number)?;
        if value.is_local() && value.index() >= self.reader.body.locals.len() {
            self.reader.expected.add(value, ty, &self.row.bits);
        }
        self.reader.operands.push(value);
        Ok(value)
    }

    /// Type of a defined value.
    fn value_type(&self, value: ValueId) -> Option<TypeId> {
        match value.list() {
            List::Local(index) => {
                let local = self.reader.body.locals.get(index as usize);
                local.map(|local| local.ty)
            }
            _ => self.reader.module.type_of(value),
        }
    }

    fn pointee_of(&self, pointer: TypeId) -> Result<TypeId, BitcodeError> {
        let missing = || self.row.mismatch("a pointer to memory");
        self.reader.module.types.pointee(pointer).ok_or_else(missing)
    }
}

/// Value operands.
impl RecordReader<'_, '_, '_> {
    /// A possibly forward value whose type is implied.
    #[inline]
    fn value(&mut self, _: usize) -> Result<(), BitcodeError> {
        let number = self.next()?;
        self.resolve(self.absolute(number), None)?;
        Ok(())
    }

    /// A value and its type, which is explicit for forward references.
    #[inline]
    fn typed(&mut self, index: usize) -> Result<(), BitcodeError> {
        let number = self.next()?;
        let number = self.absolute(number);
        let ty = if number < u64::from(self.next_number()) {
            let value = self.resolve(number, None)?;
            let missing = || self.row.mismatch("a value that has a type");
            self.value_type(value).ok_or_else(missing)?
        } else {
            let ty = self.type_id()?;
            self.resolve(number, Some(ty))?;
            ty
        };
        if let Some(slot) = self.types.get_mut(index) {
            *slot = ty;
        }
        Ok(())
    }

    fn all_typed(&mut self) -> Result<(), BitcodeError> {
        while self.left() > 0 {
            self.typed(self.reader.operands.len())?;
        }
        Ok(())
    }

    fn optional_typed(&mut self) -> Result<(), BitcodeError> {
        match self.left() {
            0 => Ok(()),
            _ => self.typed(0),
        }
    }

    /// A value that is stored last but is the first operand.
    fn typed_first(&mut self, index: usize) -> Result<(), BitcodeError> {
        self.typed(index)?;
        self.reader.operands.rotate_right(1);
        Ok(())
    }

    fn value_first(&mut self, index: usize) -> Result<(), BitcodeError> {
        self.value(index)?;
        self.reader.operands.rotate_right(1);
        Ok(())
    }

    /// A value of the type that operand 0 points to.
    fn pointed(&mut self, index: usize) -> Result<(), BitcodeError> {
        self.types[1] = self.pointee_of(self.types[0])?;
        self.value(index)
    }

    /// The type of an operand, which repeats it.
    fn type_of(&mut self, _: usize) -> Result<(), BitcodeError> {
        self.type_id().map(|_| ())
    }

    fn label(&mut self, _: usize) -> Result<(), BitcodeError> {
        let number = self.next()?;
        let count = self.reader.stated_block_count();
        let label = self.row.number(Entity::BasicBlock, number, count)?;
        self.reader.labels.push(LabelId(label));
        Ok(())
    }

    fn all_labels(&mut self) -> Result<(), BitcodeError> {
        while self.left() > 0 {
            self.label(0)?;
        }
        Ok(())
    }

    /// Second target and condition of a branch, if it is conditional.
    fn condition(&mut self) -> Result<(), BitcodeError> {
        if self.left() > 0 {
            self.label(1)?;
            self.value(0)?;
        }
        Ok(())
    }

    /// Constants, by number, and targets of a switch.
    fn cases(&mut self) -> Result<(), BitcodeError> {
        while self.left() > 0 {
            let number = self.next()?;
            self.resolve(number, None)?;
            self.label(0)?;
        }
        Ok(())
    }

    /// Values and predecessors of a phi.
    fn incoming(&mut self) -> Result<(), BitcodeError> {
        while self.left() > 0 {
            let operand = self.next()?;
            let number = match self.reader.module.version {
                0 => operand,
                _ => u64::from(self.next_number().wrapping_sub(decode_signed(operand) as u32)),
            };
            self.resolve(number, self.stated)?;
            self.label(0)?;
        }
        Ok(())
    }
}

/// Fields of operations.
impl RecordReader<'_, '_, '_> {
    fn flag(&mut self) -> Result<bool, BitcodeError> {
        Ok(self.next()? != 0)
    }

    fn no(&mut self) -> Result<bool, BitcodeError> {
        Ok(false)
    }

    fn yes(&mut self) -> Result<bool, BitcodeError> {
        Ok(true)
    }

    fn type_id(&mut self) -> Result<TypeId, BitcodeError> {
        let number = self.next()?;
        let count = self.reader.module.types.len();
        self.row.number(Entity::Type, number, count).map(TypeId)
    }

    fn result(&mut self) -> Result<(), BitcodeError> {
        self.stated = Some(self.type_id()?);
        Ok(())
    }

    /// Result type of a load, which older writers omit.
    fn loaded(&mut self) -> Result<(), BitcodeError> {
        if matches!((self.row.code, self.left()), (code::LOAD, 3) | (code::LOAD_ATOMIC, 5)) {
            return self.result();
        }
        self.stated = Some(self.pointee_of(self.types[0])?);
        Ok(())
    }

    /// The type that operand 0, a pointer or a vector of pointers, points to.
    fn pointee(&mut self) -> Result<TypeId, BitcodeError> {
        let types = &self.reader.module.types;
        let pointee = types.pointee(types.scalar(self.types[0]));
        pointee.ok_or_else(|| self.row.mismatch("a pointer to take the address of a part of"))
    }

    fn operator(&mut self) -> Result<BinaryOp, BitcodeError> {
        let found = self.next()?;
        let is_float = self.reader.module.types.is_float(self.types[0]);
        self.known("operator", found, BinaryOp::from_code(found, is_float))
    }

    fn conversion(&mut self) -> Result<CastOp, BitcodeError> {
        let found = self.next()?;
        self.known("conversion", found, CastOp::from_code(found))
    }

    fn predicate(&mut self) -> Result<Predicate, BitcodeError> {
        let found = self.next()?;
        self.known("predicate", found, Predicate::from_code(found))
    }

    fn atomic_operation(&mut self) -> Result<RmwOp, BitcodeError> {
        let found = self.next()?;
        self.known("atomic operation", found, RmwOp::from_code(found))
    }

    fn ordering(&mut self) -> Result<Ordering, BitcodeError> {
        let found = self.next()?;
        self.known("ordering", found, Ordering::from_code(found))
    }

    fn scope(&mut self) -> Result<u32, BitcodeError> {
        let found = self.next()?;
        self.row.small(found, "scope of an ordering")
    }

    /// Operator flags, seven bits.
    fn flags(&self, found: u64) -> Result<Flags, BitcodeError> {
        let flags = u8::try_from(found).ok().filter(|flags| *flags < 128);
        self.known("set of flags", found, flags).map(Flags)
    }

    fn optional_flags(&mut self) -> Result<Flags, BitcodeError> {
        let found = self.row.optional(self.at);
        self.at += usize::from(self.left() > 0);
        self.flags(found)
    }

    /// Path to an element of operand 0, which has the type of operand 1, if there is one.
    fn path(&mut self) -> Result<Span<u32>, BitcodeError> {
        let rest = self.row.rest(self.at);
        let element = self.part(self.types[0], rest)?;
        if self.reader.operands.len() > 1 && element != self.types[1] {
            return Err(self.row.mismatch("a part of the type that the aggregate has there"));
        }
        self.stated = Some(element);
        if rest.is_empty() {
            return Err(self.row.short());
        }
        self.at = self.row.operands.len();
        // Each is a valid element index, so it fits.
        let indices = rest.iter().map(|index| *index as u32);
        Ok(self.reader.body.indices.add(indices))
    }

    fn clauses(&mut self) -> Result<Span<u32>, BitcodeError> {
        let count = self.next()?;
        let mut kinds = Vec::new();
        for _ in 0..count {
            let kind = self.next()?;
            kinds.push(self.row.small(kind, "kind of clause")?);
            self.typed(kinds.len())?;
        }
        Ok(self.reader.body.indices.add(kinds))
    }

    fn access(&mut self) -> Result<Access, BitcodeError> {
        let found = self.next()?;
        let alignment = u8::try_from(found).ok().filter(|exponent| *exponent <= 31);
        let alignment = Alignment(self.known("alignment", found, alignment)?);
        Ok(Access { volatile: self.flag()?, ..Access::plain(alignment) })
    }

    fn atomic_access(&mut self) -> Result<Access, BitcodeError> {
        let access = self.access()?;
        let ordering = self.ordering()?;
        if ordering == Ordering::NotAtomic {
            return Err(self.row.mismatch("an ordering of an atomic access"));
        }
        let scope = self.scope()?;
        Ok(Access { ordering, scope, ..access })
    }

    /// Type and number of elements, and the bits of an allocation.
    fn allocation(&mut self) -> Result<(TypeId, Alignment, bool), BitcodeError> {
        let ty = self.type_id()?;
        self.type_id()?;
        // The number of elements is a constant, by number.
        let number = self.next()?;
        self.resolve(number, None)?;
        let bits = self.next()?;
        if bits >> 7 != 0 {
            return self.known("form of allocation", bits, None);
        }
        let (allocated, pointer) = match bits & alloca::EXPLICIT_TYPE {
            0 => (self.pointee_of(ty)?, ty),
            _ => (ty, self.local_pointer(ty)?),
        };
        self.stated = Some(pointer);
        let alignment = Alignment((bits & alloca::ALIGNMENT) as u8);
        Ok((allocated, alignment, bits & alloca::IN_ALLOCA != 0))
    }

    fn call(&mut self) -> Result<Call, BitcodeError> {
        let attributes = self.attributes()?;
        let bits = self.next()?;
        if bits >> 18 != 0 {
            return self.known("form of call", bits, None);
        }
        let has = |bit: u64| bits & bit != 0;
        let mut flags = Flags::NONE;
        if has(call::FLAGS) {
            let found = self.next()?;
            flags = self.flags(found)?;
        }
        let tail = match (has(call::NO_TAIL), has(call::MUST_TAIL), has(call::TAIL)) {
            (true, ..) => Tail::NO_TAIL,
            (_, true, _) => Tail::MUST_TAIL,
            (_, _, true) => Tail::TAIL,
            _ => Tail::NONE,
        };
        Ok(Call {
            function_type: self.callee(has(call::EXPLICIT_TYPE))?,
            attributes,
            calling_convention: (bits >> call::CONVENTION_SHIFT & call::CONVENTION) as u32,
            tail,
            flags,
        })
    }

    fn invoke(&mut self) -> Result<Call, BitcodeError> {
        let attributes = self.attributes()?;
        let bits = self.next()?;
        self.label(0)?;
        self.label(1)?;
        if bits >> 14 != 0 {
            return self.known("form of invoke", bits, None);
        }
        let function_type = self.callee(bits & call::INVOKE_EXPLICIT_TYPE != 0)?;
        Ok(Call {
            attributes,
            calling_convention: (bits & (call::INVOKE_EXPLICIT_TYPE - 1)) as u32,
            ..Call::new(function_type)
        })
    }

    fn attributes(&mut self) -> Result<Option<AttributesId>, BitcodeError> {
        let number = self.next()?;
        let count = self.reader.module.attributes.lists.len();
        let list = self.row.number_or_none(Entity::AttributeList, number, count)?;
        Ok(list.map(AttributesId))
    }

    /// Callee and arguments; returns the function type and states the result type.
    fn callee(&mut self, explicit: bool) -> Result<TypeId, BitcodeError> {
        let stated = if explicit { Some(self.type_id()?) } else { None };
        self.typed(0)?;
        let module = self.reader.module;
        let types = &module.types;
        let function_type = stated.or_else(|| types.pointee(self.types[0]));
        let found = function_type.and_then(|ty| Some((ty, types.function(ty)?)));
        let (function_type, (result, parameters, variadic)) =
            found.ok_or_else(|| self.row.mismatch("a function to call"))?;
        for parameter in parameters {
            match types.get(*parameter) {
                Some(Type::Metadata) => {
                    let number = self.next()?;
                    let metadata = self.metadata(self.absolute(number))?;
                    self.reader.operands.push(ValueId::metadata(metadata));
                }
                Some(Type::Label) => return Err(self.row.mismatch("no basic block as an argument")),
                _ => self.value(0)?,
            }
        }
        if variadic {
            self.all_typed()?;
        }
        self.stated = Some(result);
        Ok(function_type)
    }

    /// Resolves metadata by number: module first, then body.
    fn metadata(&self, number: u64) -> Result<MetadataId, BitcodeError> {
        let module = self.reader.module.metadata.items.len();
        let count = module + self.reader.body.metadata.len();
        let number = self.row.number(Entity::Metadata, number, count)?;
        Ok(match number.checked_sub(module as u32) {
            Some(local) => MetadataId::local(local),
            None => MetadataId::module(number),
        })
    }
}
