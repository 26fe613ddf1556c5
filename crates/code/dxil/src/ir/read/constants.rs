//! Reads constants.

use std::ops::Range;

use super::numbers::{Expected, Numbers};
use super::source::{Row, Source};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::constant::{Constant, Constants};
use crate::ir::debug::FieldKind;
use crate::ir::handle::{FunctionId, LabelId, TypeId, ValueId};
use crate::ir::operation::{BinaryOp, CastOp, Flags, Predicate};
use crate::ir::types::{Type, Types};

/// Record codes in a constant block. Source: LLVM 3.7 bitcode.
pub(crate) mod code {
    pub(crate) const SETTYPE: u64 = 1;
    pub(crate) const NULL: u64 = 2;
    pub(crate) const UNDEF: u64 = 3;
    pub(crate) const INTEGER: u64 = 4;
    pub(crate) const WIDE_INTEGER: u64 = 5;
    pub(crate) const FLOAT: u64 = 6;
    pub(crate) const AGGREGATE: u64 = 7;
    pub(crate) const STRING: u64 = 8;
    pub(crate) const CSTRING: u64 = 9;
    pub(crate) const BINARY: u64 = 10;
    pub(crate) const CAST: u64 = 11;
    pub(crate) const GEP: u64 = 12;
    pub(crate) const SELECT: u64 = 13;
    pub(crate) const EXTRACT_ELEMENT: u64 = 14;
    pub(crate) const INSERT_ELEMENT: u64 = 15;
    pub(crate) const SHUFFLE: u64 = 16;
    pub(crate) const COMPARE: u64 = 17;
    pub(crate) const INLINE_ASM_OLD: u64 = 18;
    pub(crate) const SHUFFLE_EX: u64 = 19;
    pub(crate) const INBOUNDS_GEP: u64 = 20;
    pub(crate) const BLOCK_ADDRESS: u64 = 21;
    pub(crate) const DATA: u64 = 22;
    pub(crate) const INLINE_ASM: u64 = 23;
}

/// Decodes a number with its sign in the lowest bit; the sign bit alone is the minimum.
pub(crate) fn decode_signed(operand: u64) -> i64 {
    let magnitude = (operand >> 1) as i64;
    match operand & 1 {
        0 => magnitude,
        _ if magnitude == 0 => i64::MIN,
        _ => magnitude.wrapping_neg(),
    }
}

/// Destination of constants.
pub(super) trait Sink {
    /// List to append to.
    fn constants(&mut self) -> &mut Constants;
    /// Function that a module value refers to.
    fn function(&self, value: ValueId) -> Option<FunctionId>;
    /// Appends the next constant.
    fn add(&mut self, ty: TypeId, constant: Constant, bits: Range<u64>);
}

/// Context for reading constants.
pub(super) struct Target<'t, S> {
    pub(super) types: &'t Types,
    pub(super) numbers: Numbers,
    pub(super) expected: &'t mut Expected,
    pub(super) sink: S,
}

/// Reads a constant block.
pub(super) fn read<S: Sink>(source: &mut Source<'_>, mut target: Target<'_, S>) -> Result<(), BitcodeError> {
    // The default type is a 32-bit integer.
    let mut ty = target.types.find(Type::Integer(32));
    source.each(|row| {
        if row.code == code::SETTYPE {
            let number = row.number(Entity::Type, row.need(0)?, target.types.len())?;
            let id = TypeId(number);
            if matches!(target.types.get(id), Some(Type::Void | Type::Function { .. } | Type::Label)) {
                return Err(row.mismatch("a type that constants can have"));
            }
            ty = Some(id);
            return Ok(());
        }
        let id = ty.ok_or_else(|| row.fault(BitcodeErrorKind::MissingType { of: "a constant" }))?;
        let constant = target.constant(row, id)?;
        target.sink.add(id, constant, row.bits.clone());
        Ok(())
    })
}

impl<S: Sink> Target<'_, S> {
    fn value(&mut self, row: &Row<'_>, number: u64, ty: Option<TypeId>) -> Result<ValueId, BitcodeError> {
        let value = self.numbers.value(row, number)?;
        self.expected.add(value, ty, &row.bits);
        Ok(value)
    }

    /// Value of operand `index`.
    fn at(&mut self, row: &Row<'_>, index: usize) -> Result<ValueId, BitcodeError> {
        self.value(row, row.need(index)?, None)
    }

    /// Type operand `index` and the value after it.
    fn typed(&mut self, row: &Row<'_>, index: usize) -> Result<(TypeId, ValueId), BitcodeError> {
        let ty = TypeId(row.number(Entity::Type, row.need(index)?, self.types.len())?);
        Ok((ty, self.value(row, row.need(index + 1)?, Some(ty))?))
    }

    fn constant(&mut self, row: &Row<'_>, ty: TypeId) -> Result<Constant, BitcodeError> {
        let kind = self.types.get(ty);
        Ok(match row.code {
            code::NULL => Constant::Null,
            code::UNDEF => Constant::Undef,
            code::INTEGER => match kind {
                Some(Type::Integer(..=64)) => Constant::Integer(decode_signed(row.need(0)?)),
                _ => return Err(row.mismatch("an integer of at most 64 bits as the type of an integer")),
            },
            code::WIDE_INTEGER => {
                let words = row.operands.iter().map(|word| decode_signed(*word) as u64);
                match kind {
                    Some(Type::Integer(_)) => Constant::Wide(self.sink.constants().words.add(words)),
                    _ => return Err(row.mismatch("an integer as the type of an integer")),
                }
            }
            code::FLOAT => match kind {
                Some(Type::Half | Type::Float | Type::Double) => Constant::Float(row.need(0)?),
                Some(kind) if kind.is_float() => {
                    Constant::WideFloat(self.sink.constants().words.add(row.operands.iter().copied()))
                }
                _ => return Err(row.mismatch("a type of floating point")),
            },
            code::AGGREGATE => self.aggregate(row, ty)?,
            code::STRING | code::CSTRING => {
                let byte = self.types.element(ty).and_then(|element| self.types.get(element));
                if byte != Some(Type::Integer(8)) {
                    return Err(row.mismatch("an array of bytes as the type of a string"));
                }
                let text = self.sink.constants().texts.add(row.bytes(0));
                match row.code {
                    code::STRING => Constant::String(text),
                    _ => Constant::CString(text),
                }
            }
            code::DATA => {
                let element = self.types.element(ty).and_then(|element| self.types.get(element));
                match element {
                    Some(Type::Integer(8 | 16 | 32 | 64) | Type::Half | Type::Float | Type::Double) => {
                        Constant::Data(self.sink.constants().words.add(row.operands.iter().copied()))
                    }
                    _ => return Err(row.mismatch("an array or vector of numbers as the type of data")),
                }
            }
            _ => self.expression(row, ty)?,
        })
    }

    fn aggregate(&mut self, row: &Row<'_>, ty: TypeId) -> Result<Constant, BitcodeError> {
        let fields = match self.types.get(ty) {
            Some(Type::Array { .. } | Type::Vector { .. }) => None,
            Some(Type::Struct { fields, .. } | Type::Named { fields: Some(fields), .. }) => Some(fields),
            _ => return Err(row.mismatch("a structure, array or vector as the type of an aggregate")),
        };
        let count = match (self.types.get(ty), fields) {
            (Some(Type::Array { count, .. }), _) => count,
            (Some(Type::Vector { count, .. }), _) => u64::from(count),
            (_, fields) => fields.map_or(0, |fields| fields.len() as u64),
        };
        if count != row.operands.len() as u64 {
            return Err(row.mismatch("as many parts as the type of the aggregate has"));
        }
        let mut values = Vec::with_capacity(row.operands.len());
        for (index, number) in row.operands.iter().enumerate() {
            let part = match fields {
                None => self.types.element(ty),
                Some(fields) => self.types.list(fields).get(index).copied(),
            };
            values.push(self.value(row, *number, part)?);
        }
        Ok(Constant::Aggregate(self.sink.constants().operands.add(values)))
    }

    fn expression(&mut self, row: &Row<'_>, ty: TypeId) -> Result<Constant, BitcodeError> {
        let unknown = |of: &'static str, found: u64| row.fault(BitcodeErrorKind::Code { of, found });
        Ok(match row.code {
            code::BINARY => {
                let op = row.need(0)?;
                Constant::Binary {
                    op: BinaryOp::from_code(op, self.types.is_float(ty))
                        .ok_or_else(|| unknown("operator", op))?,
                    operands: [self.at(row, 1)?, self.at(row, 2)?],
                    flags: Flags(row.optional(3) as u8),
                }
            }
            code::CAST => {
                let op = row.need(0)?;
                Constant::Cast {
                    op: CastOp::from_code(op).ok_or_else(|| unknown("conversion", op))?,
                    value: self.typed(row, 1)?.1,
                }
            }
            code::GEP | code::INBOUNDS_GEP => {
                // An odd number of operands starts with the pointee type.
                let first = row.operands.len() % 2;
                let mut source = match first {
                    0 => None,
                    _ => Some(TypeId(row.number(Entity::Type, row.need(0)?, self.types.len())?)),
                };
                let mut operands = Vec::with_capacity(row.operands.len() / 2);
                for index in (first..row.operands.len()).step_by(2) {
                    let (ty, value) = self.typed(row, index)?;
                    if operands.is_empty() && source.is_none() {
                        source = self.types.pointee(self.types.scalar(ty));
                    }
                    operands.push(value);
                }
                let missing = || row.mismatch("a pointer to take the address of a part of");
                Constant::GetElementPtr {
                    inbounds: row.code == code::INBOUNDS_GEP,
                    source: source.ok_or_else(missing)?,
                    operands: self.sink.constants().operands.add(operands),
                }
            }
            code::SELECT => Constant::Select([self.at(row, 0)?, self.at(row, 1)?, self.at(row, 2)?]),
            code::EXTRACT_ELEMENT => Constant::ExtractElement([self.typed(row, 0)?.1, self.typed(row, 2)?.1]),
            code::INSERT_ELEMENT => {
                Constant::InsertElement([self.at(row, 0)?, self.at(row, 1)?, self.typed(row, 2)?.1])
            }
            code::SHUFFLE => Constant::ShuffleVector([self.at(row, 0)?, self.at(row, 1)?, self.at(row, 2)?]),
            code::SHUFFLE_EX => {
                row.number(Entity::Type, row.need(0)?, self.types.len())?;
                Constant::ShuffleVector([self.at(row, 1)?, self.at(row, 2)?, self.at(row, 3)?])
            }
            code::COMPARE => {
                let (_, left) = self.typed(row, 0)?;
                let found = row.need(3)?;
                Constant::Compare {
                    predicate: Predicate::from_code(found).ok_or_else(|| unknown("predicate", found))?,
                    operands: [left, self.at(row, 2)?],
                }
            }
            code::BLOCK_ADDRESS => {
                let (_, value) = self.typed(row, 0)?;
                Constant::BlockAddress {
                    function: self
                        .sink
                        .function(value)
                        .ok_or_else(|| row.mismatch("a function that contains the block"))?,
                    label: LabelId(row.small(row.need(2)?, "basic block")?),
                }
            }
            code::INLINE_ASM | code::INLINE_ASM_OLD => self.assembly(row)?,
            _ => return Err(row.unknown(BlockId::CONSTANTS)),
        })
    }

    fn assembly(&mut self, row: &Row<'_>) -> Result<Constant, BitcodeError> {
        let flags = row.need(0)?;
        let mut text = |at: usize| -> Result<_, BitcodeError> {
            let size = usize::try_from(row.need(at)?).unwrap_or(usize::MAX);
            let end = (at + 1).saturating_add(size);
            let bytes = row.operands.get(at + 1..end).ok_or_else(|| row.short())?;
            let text = self.sink.constants().texts.add(bytes.iter().map(|byte| *byte as u8));
            Ok((text, end))
        };
        let (assembly, end) = text(1)?;
        let (constraints, _) = text(end)?;
        Ok(Constant::InlineAsm {
            assembly,
            constraints,
            side_effects: flags & 1 != 0,
            align_stack: flags & 2 != 0,
            intel: flags & 4 != 0,
        })
    }
}

/// Rejects cyclic and too deeply nested constants. `place` maps a value to its index in the list.
pub(super) fn check(
    constants: &Constants,
    place: impl Fn(ValueId) -> Option<u32>,
    bits: impl Fn(u32) -> Range<u64>,
) -> Result<(), BitcodeError> {
    let mut refers = false;
    for (_, constant) in &constants.items {
        constants.references(*constant, |_| refers = true);
    }
    if !refers {
        return Ok(());
    }
    let found = super::nesting::check(constants.items.len(), |index, list| {
        if let Some((_, constant)) = constants.items.get(index as usize) {
            constants.references(*constant, |value| list.extend(place(value)));
        }
    });
    found.map_err(|(index, cycle)| {
        let of = Entity::Constant;
        let kind = if cycle { BitcodeErrorKind::Cycle { of } } else { BitcodeErrorKind::Nested { of } };
        BitcodeError::new(kind, bits(index))
    })
}

/// Validates a number in a debug-info field.
pub(super) fn first_invalid_field(kind: FieldKind, field: u64, count: usize) -> Option<u64> {
    if !kind.is_reference() {
        return None;
    }
    let number = match kind {
        FieldKind::Reference => field.checked_sub(1)?,
        _ => field,
    };
    (number >= count as u64).then_some(number)
}
