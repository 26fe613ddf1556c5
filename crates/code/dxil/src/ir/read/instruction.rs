//! Reads instruction records: operation, operands, result type.

pub(crate) mod memory;
mod types;

use super::body::BodyReader;
use super::source::Row;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::body::Local;
use crate::ir::handle::{AttributesId, InstructionId, LabelId, List, MetadataId, TypeId, ValueId};
use crate::ir::instruction::{Call, Instruction, Op, Tail};
use crate::ir::module::Value;
use crate::ir::operation::{BinaryOp, CastOp, Flags, Predicate};
use crate::ir::types::Type;

/// Record codes in a function block. Source: LLVM 3.7 bitcode.
pub(crate) mod code {
    pub(crate) const BLOCKS: u64 = 1;
    pub(crate) const BINARY: u64 = 2;
    pub(crate) const CAST: u64 = 3;
    pub(crate) const GEP_OLD: u64 = 4;
    pub(crate) const SELECT_OLD: u64 = 5;
    pub(crate) const EXTRACT_ELEMENT: u64 = 6;
    pub(crate) const INSERT_ELEMENT: u64 = 7;
    pub(crate) const SHUFFLE: u64 = 8;
    pub(crate) const COMPARE_OLD: u64 = 9;
    pub(crate) const RETURN: u64 = 10;
    pub(crate) const BRANCH: u64 = 11;
    pub(crate) const SWITCH: u64 = 12;
    pub(crate) const INVOKE: u64 = 13;
    pub(crate) const UNREACHABLE: u64 = 15;
    pub(crate) const PHI: u64 = 16;
    pub(crate) const ALLOCA: u64 = 19;
    pub(crate) const LOAD: u64 = 20;
    pub(crate) const VA_ARG: u64 = 23;
    pub(crate) const STORE_OLD: u64 = 24;
    pub(crate) const EXTRACT_VALUE: u64 = 26;
    pub(crate) const INSERT_VALUE: u64 = 27;
    pub(crate) const COMPARE: u64 = 28;
    pub(crate) const SELECT: u64 = 29;
    pub(crate) const INBOUNDS_GEP_OLD: u64 = 30;
    pub(crate) const INDIRECT_BRANCH: u64 = 31;
    pub(crate) const LOCATION_AGAIN: u64 = 33;
    pub(crate) const CALL: u64 = 34;
    pub(crate) const LOCATION: u64 = 35;
    pub(crate) const FENCE: u64 = 36;
    pub(crate) const COMPARE_EXCHANGE_OLD: u64 = 37;
    pub(crate) const ATOMIC_RMW: u64 = 38;
    pub(crate) const RESUME: u64 = 39;
    pub(crate) const LOAD_ATOMIC: u64 = 41;
    pub(crate) const STORE_ATOMIC_OLD: u64 = 42;
    pub(crate) const GEP: u64 = 43;
    pub(crate) const STORE: u64 = 44;
    pub(crate) const STORE_ATOMIC: u64 = 45;
    pub(crate) const COMPARE_EXCHANGE: u64 = 46;
    pub(crate) const LANDING_PAD: u64 = 47;
}

/// Bits of the second operand of a call.
pub(crate) mod call {
    pub(crate) const TAIL: u64 = 1;
    pub(crate) const CONVENTION_SHIFT: u32 = 1;
    pub(crate) const CONVENTION: u64 = 0x1fff;
    pub(crate) const MUST_TAIL: u64 = 1 << 14;
    pub(crate) const EXPLICIT_TYPE: u64 = 1 << 15;
    pub(crate) const NO_TAIL: u64 = 1 << 16;
    pub(crate) const FLAGS: u64 = 1 << 17;
    /// Explicit-type bit of an invoke.
    pub(crate) const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;
}

/// An instruction before its operands are stored.
struct Draft {
    op: Op,
    ty: Option<TypeId>,
}

/// Reads the operands of a record in order.
pub(super) struct Cursor<'r, 's> {
    pub(super) row: &'r Row<'s>,
    pub(super) at: usize,
}

impl Cursor<'_, '_> {
    #[inline]
    pub(super) fn next(&mut self) -> Result<u64, BitcodeError> {
        let operand = self.row.need(self.at)?;
        self.at += 1;
        Ok(operand)
    }

    pub(super) fn left(&self) -> usize {
        self.row.operands.len().saturating_sub(self.at)
    }

    /// Operator flags, seven bits.
    fn flags(&self, found: u64) -> Result<Flags, BitcodeError> {
        let flags = u8::try_from(found).ok().filter(|flags| *flags < 128);
        self.code("set of flags", found, flags).map(Flags)
    }

    /// Flags in the last operand, if present.
    fn optional_flags(&mut self) -> Result<Flags, BitcodeError> {
        let found = self.row.optional(self.at);
        self.at += usize::from(self.left() > 0);
        self.flags(found)
    }

    fn code<T>(&self, of: &'static str, found: u64, known: Option<T>) -> Result<T, BitcodeError> {
        known.ok_or_else(|| self.row.fault(BitcodeErrorKind::Code { of, found }))
    }

    /// Checks that all operands are consumed.
    fn end(&self) -> Result<(), BitcodeError> {
        match self.left() {
            0 => Ok(()),
            _ => Err(self.row.mismatch("no more operands than such an instruction has")),
        }
    }
}

/// Reads an instruction record of a function block.
pub(super) fn read(reader: &mut BodyReader<'_>, row: &Row<'_>) -> Result<Instruction, BitcodeError> {
    reader.operands.clear();
    reader.labels.clear();
    let mut cursor = Cursor { row, at: 0 };
    let Draft { op, ty } = reader.draft(&mut cursor)?;
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

impl BodyReader<'_> {
    /// Number of the next value.
    fn next_number(&self) -> u32 {
        self.numbers.module.wrapping_add(self.body.locals.len() as u32)
    }

    /// Value number of an operand: a 32-bit distance back from the next value, or the number itself.
    fn absolute(&self, operand: u64) -> u64 {
        match self.module.version {
            0 => operand,
            _ => u64::from(self.next_number().wrapping_sub(operand as u32)),
        }
    }

    /// Type of a defined value.
    fn type_of(&self, value: ValueId) -> Option<TypeId> {
        match value.list() {
            List::Local(index) => self.body.locals.get(index as usize).map(|local| local.ty),
            _ => self.module.type_of(value),
        }
    }

    /// Reads a possibly forward value whose type is implied.
    #[inline]
    pub(super) fn value(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<ValueId, BitcodeError> {
        let number = self.absolute(cursor.next()?);
        self.resolve(cursor.row, number, None)
    }

    /// Resolves a value by number.
    fn resolve(&mut self, row: &Row<'_>, number: u64, ty: Option<TypeId>) -> Result<ValueId, BitcodeError> {
        let value = self.numbers.value(row, number)?;
        if value.is_local() && value.index() >= self.body.locals.len() {
            self.expected.add(value, ty, &row.bits);
        }
        self.operands.push(value);
        Ok(value)
    }

    /// Reads a value and its type, which is explicit for forward references.
    #[inline]
    pub(super) fn typed(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(ValueId, TypeId), BitcodeError> {
        let number = self.absolute(cursor.next()?);
        if number < u64::from(self.next_number()) {
            let value = self.resolve(cursor.row, number, None)?;
            let missing = || cursor.row.mismatch("a value that has a type");
            return Ok((value, self.type_of(value).ok_or_else(missing)?));
        }
        let ty = self.type_id(cursor)?;
        Ok((self.resolve(cursor.row, number, Some(ty))?, ty))
    }

    /// Reads a type number.
    pub(super) fn type_id(&self, cursor: &mut Cursor<'_, '_>) -> Result<TypeId, BitcodeError> {
        let number = cursor.next()?;
        let count = self.module.types.len();
        cursor.row.number(Entity::Type, number, count).map(TypeId)
    }

    /// Reads a basic block number.
    fn label(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), BitcodeError> {
        let number = cursor.next()?;
        let label = cursor
            .row
            .number(Entity::BasicBlock, number, self.stated_block_count())?;
        self.labels.push(LabelId(label));
        Ok(())
    }

    fn draft(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<Draft, BitcodeError> {
        let draft = |op, ty| Draft { op, ty: Some(ty) };
        let nothing = |op| Draft { op, ty: None };
        let row = cursor.row;
        let draft = match row.code {
            code::BINARY => {
                let (_, ty) = self.typed(cursor)?;
                self.value(cursor)?;
                let found = cursor.next()?;
                let op = BinaryOp::from_code(found, self.module.types.is_float(ty));
                let op = cursor.code("operator", found, op)?;
                let flags = cursor.optional_flags()?;
                draft(Op::Binary { op, flags }, ty)
            }
            code::CAST => {
                self.typed(cursor)?;
                let ty = self.type_id(cursor)?;
                let found = cursor.next()?;
                let op = cursor.code("conversion", found, CastOp::from_code(found))?;
                draft(Op::Cast(op), ty)
            }
            code::GEP | code::GEP_OLD | code::INBOUNDS_GEP_OLD => {
                let explicit = row.code == code::GEP;
                let inbounds = if explicit {
                    cursor.next()? != 0
                } else {
                    row.code == code::INBOUNDS_GEP_OLD
                };
                let stated = if explicit {
                    Some(self.type_id(cursor)?)
                } else {
                    None
                };
                let (_, pointer) = self.typed(cursor)?;
                while cursor.left() > 0 {
                    self.typed(cursor)?;
                }
                let types = &self.module.types;
                let source = stated.or_else(|| types.pointee(types.scalar(pointer)));
                let source =
                    source.ok_or_else(|| row.mismatch("a pointer to take the address of a part of"))?;
                let ty = self.address(row, source, pointer)?;
                draft(Op::GetElementPtr { inbounds, source }, ty)
            }
            code::SELECT | code::SELECT_OLD => {
                // Stored as value, value, condition.
                let (_, ty) = self.typed(cursor)?;
                self.value(cursor)?;
                match row.code {
                    code::SELECT => self.typed(cursor)?.0,
                    _ => self.value(cursor)?,
                };
                self.operands.rotate_right(1);
                draft(Op::Select, ty)
            }
            code::EXTRACT_ELEMENT => {
                let (_, vector) = self.typed(cursor)?;
                self.typed(cursor)?;
                match self.module.types.get(vector) {
                    Some(Type::Vector { element, .. }) => draft(Op::ExtractElement, element),
                    _ => return Err(row.mismatch("a vector to take an element of")),
                }
            }
            code::INSERT_ELEMENT => {
                let (_, vector) = self.typed(cursor)?;
                self.value(cursor)?;
                self.typed(cursor)?;
                draft(Op::InsertElement, vector)
            }
            code::SHUFFLE => {
                let (_, vector) = self.typed(cursor)?;
                self.value(cursor)?;
                let (_, mask) = self.typed(cursor)?;
                draft(Op::ShuffleVector, self.shuffle_type(row, vector, mask)?)
            }
            code::COMPARE | code::COMPARE_OLD => {
                let (_, ty) = self.typed(cursor)?;
                self.value(cursor)?;
                let found = cursor.next()?;
                let predicate = cursor.code("predicate", found, Predicate::from_code(found))?;
                let flags = cursor.optional_flags()?;
                draft(Op::Compare { predicate, flags }, self.comparison_type(row, ty)?)
            }
            code::EXTRACT_VALUE => {
                let (_, whole) = self.typed(cursor)?;
                let ty = self.part(row, whole, row.rest(cursor.at))?;
                let indices = self.indices(cursor)?;
                draft(Op::ExtractValue { indices }, ty)
            }
            code::INSERT_VALUE => {
                let (_, whole) = self.typed(cursor)?;
                let (_, part) = self.typed(cursor)?;
                if self.part(row, whole, row.rest(cursor.at))? != part {
                    return Err(row.mismatch("a part of the type that the aggregate has there"));
                }
                let indices = self.indices(cursor)?;
                draft(Op::InsertValue { indices }, whole)
            }
            code::RETURN => {
                if cursor.left() > 0 {
                    self.typed(cursor)?;
                }
                nothing(Op::Return)
            }
            code::BRANCH => {
                self.label(cursor)?;
                if cursor.left() > 0 {
                    self.label(cursor)?;
                    self.value(cursor)?;
                }
                nothing(Op::Branch)
            }
            code::SWITCH => {
                self.type_id(cursor)?;
                self.value(cursor)?;
                self.label(cursor)?;
                while cursor.left() > 0 {
                    // Cases are constants, by number.
                    let number = cursor.next()?;
                    self.resolve(row, number, None)?;
                    self.label(cursor)?;
                }
                nothing(Op::Switch)
            }
            code::INDIRECT_BRANCH => {
                self.type_id(cursor)?;
                self.value(cursor)?;
                while cursor.left() > 0 {
                    self.label(cursor)?;
                }
                nothing(Op::IndirectBranch)
            }
            code::UNREACHABLE => nothing(Op::Unreachable),
            code::RESUME => {
                self.typed(cursor)?;
                nothing(Op::Resume)
            }
            code::LANDING_PAD => {
                let ty = self.type_id(cursor)?;
                let cleanup = cursor.next()? != 0;
                let count = cursor.next()?;
                let mut kinds = Vec::new();
                for _ in 0..count {
                    kinds.push(row.small(cursor.next()?, "kind of clause")?);
                    self.typed(cursor)?;
                }
                let clauses = self.body.indices.add(kinds);
                draft(Op::LandingPad { cleanup, clauses }, ty)
            }
            code::PHI => {
                let ty = self.type_id(cursor)?;
                while cursor.left() > 0 {
                    let operand = cursor.next()?;
                    let number = match self.module.version {
                        0 => operand,
                        _ => {
                            let distance = super::constants::decode_signed(operand) as u32;
                            u64::from(self.next_number().wrapping_sub(distance))
                        }
                    };
                    self.resolve(row, number, Some(ty))?;
                    self.label(cursor)?;
                }
                draft(Op::Phi, ty)
            }
            code::VA_ARG => {
                self.type_id(cursor)?;
                self.value(cursor)?;
                draft(Op::VaArg, self.type_id(cursor)?)
            }
            code::CALL => return self.call(cursor),
            code::INVOKE => return self.invoke(cursor),
            _ => return self.memory(cursor),
        };
        cursor.end()?;
        Ok(draft)
    }

    fn indices(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<crate::ir::pool::Span<u32>, BitcodeError> {
        let rest = cursor.row.rest(cursor.at);
        if rest.is_empty() {
            return Err(cursor.row.short());
        }
        cursor.at = cursor.row.operands.len();
        // Each is a valid element index, so it fits.
        Ok(self.body.indices.add(rest.iter().map(|index| *index as u32)))
    }

    fn call(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<Draft, BitcodeError> {
        let attributes = self.attributes(cursor)?;
        let bits = cursor.next()?;
        if bits >> 18 != 0 {
            let of = "form of call";
            return Err(cursor.row.fault(BitcodeErrorKind::Code { of, found: bits }));
        }
        let flags = match bits & call::FLAGS {
            0 => Flags::NONE,
            _ => {
                let found = cursor.next()?;
                cursor.flags(found)?
            }
        };
        let has = |bit: u64| bits & bit != 0;
        let tail = match (has(call::NO_TAIL), has(call::MUST_TAIL), has(call::TAIL)) {
            (true, ..) => Tail::NO_TAIL,
            (_, true, _) => Tail::MUST_TAIL,
            (_, _, true) => Tail::TAIL,
            _ => Tail::NONE,
        };
        let calling_convention = (bits >> call::CONVENTION_SHIFT & call::CONVENTION) as u32;
        let (function_type, result) = self.read_callee(cursor, bits & call::EXPLICIT_TYPE != 0)?;
        let call = Call {
            function_type,
            attributes,
            calling_convention,
            tail,
            flags,
        };
        Ok(Draft {
            op: Op::Call(call),
            ty: Some(result),
        })
    }

    fn invoke(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<Draft, BitcodeError> {
        let attributes = self.attributes(cursor)?;
        let bits = cursor.next()?;
        self.label(cursor)?;
        self.label(cursor)?;
        if bits >> 14 != 0 {
            let of = "form of invoke";
            return Err(cursor.row.fault(BitcodeErrorKind::Code { of, found: bits }));
        }
        let (function_type, result) = self.read_callee(cursor, bits & call::INVOKE_EXPLICIT_TYPE != 0)?;
        let call = Call {
            function_type,
            attributes,
            calling_convention: (bits & (call::INVOKE_EXPLICIT_TYPE - 1)) as u32,
            tail: Tail::NONE,
            flags: Flags::NONE,
        };
        Ok(Draft {
            op: Op::Invoke(call),
            ty: Some(result),
        })
    }

    fn attributes(&self, cursor: &mut Cursor<'_, '_>) -> Result<Option<AttributesId>, BitcodeError> {
        let number = cursor.next()?;
        let count = self.module.attributes.lists.len();
        let list = cursor.row.number_or_none(Entity::AttributeList, number, count)?;
        Ok(list.map(AttributesId))
    }

    /// Reads callee and arguments; returns function type and result type.
    fn read_callee(
        &mut self,
        cursor: &mut Cursor<'_, '_>,
        explicit: bool,
    ) -> Result<(TypeId, TypeId), BitcodeError> {
        let row = cursor.row;
        let stated = if explicit {
            Some(self.type_id(cursor)?)
        } else {
            None
        };
        let (_, callee) = self.typed(cursor)?;
        let module = self.module;
        let function_type = stated.or_else(|| module.types.pointee(callee));
        let found = function_type.and_then(|ty| Some((ty, module.types.function(ty)?)));
        let (function_type, (result, parameters, variadic)) =
            found.ok_or_else(|| row.mismatch("a function to call"))?;
        for parameter in parameters {
            match module.types.get(*parameter) {
                Some(Type::Metadata) => {
                    let number = self.absolute(cursor.next()?);
                    let metadata = self.metadata(row, number)?;
                    self.operands.push(ValueId::metadata(metadata));
                }
                Some(Type::Label) => return Err(row.mismatch("no basic block as an argument")),
                _ => {
                    self.value(cursor)?;
                }
            }
        }
        while variadic && cursor.left() > 0 {
            self.typed(cursor)?;
        }
        cursor.end()?;
        Ok((function_type, result))
    }

    /// Resolves metadata by number: module first, then body.
    fn metadata(&self, row: &Row<'_>, number: u64) -> Result<MetadataId, BitcodeError> {
        let module = self.module.metadata.items.len();
        let count = module + self.body.metadata.len();
        let number = row.number(Entity::Metadata, number, count)?;
        Ok(match number.checked_sub(module as u32) {
            Some(local) => MetadataId::local(local),
            None => MetadataId::module(number),
        })
    }
}
