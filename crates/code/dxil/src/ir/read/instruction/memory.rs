//! Reads memory instructions.

use super::super::body::BodyReader;
use super::{Cursor, Draft, code};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::ir::global::Alignment;
use crate::ir::handle::TypeId;
use crate::ir::instruction::{Access, Op};
use crate::ir::operation::{Ordering, RmwOp};

/// Bits of the last operand of an allocation.
pub(crate) mod alloca {
    pub(crate) const ALIGNMENT: u64 = 31;
    pub(crate) const IN_ALLOCA: u64 = 1 << 5;
    pub(crate) const EXPLICIT_TYPE: u64 = 1 << 6;
}

impl BodyReader<'_> {
    pub(super) fn memory(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<Draft, BitcodeError> {
        let row = cursor.row;
        let draft = match row.code {
            code::ALLOCA => self.alloca(cursor)?,
            code::LOAD | code::LOAD_ATOMIC => {
                let (_, pointer) = self.typed(cursor)?;
                let atomic = row.code == code::LOAD_ATOMIC;
                let stated = match cursor.left() {
                    3 if !atomic => true,
                    5 if atomic => true,
                    _ => false,
                };
                let ty = if stated {
                    self.type_id(cursor)?
                } else {
                    self.pointee(cursor, pointer)?
                };
                let access = self.access(cursor, atomic)?;
                Draft {
                    op: Op::Load(access),
                    ty: Some(ty),
                }
            }
            code::STORE | code::STORE_ATOMIC | code::STORE_OLD | code::STORE_ATOMIC_OLD => {
                let (_, pointer) = self.typed(cursor)?;
                match row.code {
                    code::STORE | code::STORE_ATOMIC => {
                        self.typed(cursor)?;
                    }
                    _ => {
                        self.pointee(cursor, pointer)?;
                        self.value(cursor)?;
                    }
                }
                let atomic = matches!(row.code, code::STORE_ATOMIC | code::STORE_ATOMIC_OLD);
                let access = self.access(cursor, atomic)?;
                Draft {
                    op: Op::Store(access),
                    ty: None,
                }
            }
            code::COMPARE_EXCHANGE | code::COMPARE_EXCHANGE_OLD => {
                let (_, pointer) = self.typed(cursor)?;
                let ty = match row.code {
                    code::COMPARE_EXCHANGE => self.typed(cursor)?.1,
                    _ => {
                        let ty = self.pointee(cursor, pointer)?;
                        self.value(cursor)?;
                        ty
                    }
                };
                self.value(cursor)?;
                let volatile = cursor.next()? != 0;
                let success = self.ordering(cursor)?;
                let scope = self.scope(cursor)?;
                let failure = self.ordering(cursor)?;
                let weak = cursor.next()? != 0;
                let op = Op::CompareExchange {
                    volatile,
                    weak,
                    success,
                    failure,
                    scope,
                };
                let ty = Some(self.exchange_type(row, ty)?);
                Draft { op, ty }
            }
            code::ATOMIC_RMW => {
                let (_, pointer) = self.typed(cursor)?;
                let ty = self.pointee(cursor, pointer)?;
                self.value(cursor)?;
                let found = cursor.next()?;
                let op = cursor.code("atomic operation", found, RmwOp::from_code(found))?;
                let volatile = cursor.next()? != 0;
                let ordering = self.ordering(cursor)?;
                let scope = self.scope(cursor)?;
                let op = Op::AtomicRmw {
                    op,
                    volatile,
                    ordering,
                    scope,
                };
                Draft { op, ty: Some(ty) }
            }
            code::FENCE => {
                let ordering = self.ordering(cursor)?;
                let scope = self.scope(cursor)?;
                let op = Op::Fence { ordering, scope };
                Draft { op, ty: None }
            }
            _ => return Err(row.unknown(BlockId::FUNCTION)),
        };
        cursor.end()?;
        Ok(draft)
    }

    fn alloca(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<Draft, BitcodeError> {
        let row = cursor.row;
        let stated = self.type_id(cursor)?;
        self.type_id(cursor)?;
        // The number of elements is a constant, by number.
        let number = cursor.next()?;
        self.resolve(row, number, None)?;
        let bits = cursor.next()?;
        if bits >> 7 != 0 {
            let of = "form of allocation";
            return Err(row.fault(BitcodeErrorKind::Code { of, found: bits }));
        }
        let (allocated, ty) = match bits & alloca::EXPLICIT_TYPE {
            0 => (self.pointee(cursor, stated)?, stated),
            _ => (stated, self.local_pointer(row, stated)?),
        };
        let op = Op::Alloca {
            allocated,
            alignment: Alignment((bits & alloca::ALIGNMENT) as u8),
            in_alloca: bits & alloca::IN_ALLOCA != 0,
        };
        Ok(Draft { op, ty: Some(ty) })
    }

    fn pointee(&self, cursor: &Cursor<'_, '_>, pointer: TypeId) -> Result<TypeId, BitcodeError> {
        let missing = || cursor.row.mismatch("a pointer to memory");
        self.module.types.pointee(pointer).ok_or_else(missing)
    }

    fn access(&mut self, cursor: &mut Cursor<'_, '_>, atomic: bool) -> Result<Access, BitcodeError> {
        let found = cursor.next()?;
        let alignment = u8::try_from(found).ok().filter(|exponent| *exponent <= 31);
        let alignment = Alignment(cursor.code("alignment", found, alignment)?);
        let volatile = cursor.next()? != 0;
        if !atomic {
            return Ok(Access {
                volatile,
                ..Access::plain(alignment)
            });
        }
        let ordering = self.ordering(cursor)?;
        if ordering == Ordering::NotAtomic {
            return Err(cursor.row.mismatch("an ordering of an atomic access"));
        }
        Ok(Access {
            alignment,
            volatile,
            ordering,
            scope: self.scope(cursor)?,
        })
    }

    fn ordering(&self, cursor: &mut Cursor<'_, '_>) -> Result<Ordering, BitcodeError> {
        let found = cursor.next()?;
        cursor.code("ordering", found, Ordering::from_code(found))
    }

    fn scope(&self, cursor: &mut Cursor<'_, '_>) -> Result<u32, BitcodeError> {
        let found = cursor.next()?;
        cursor.row.small(found, "scope of an ordering")
    }
}
