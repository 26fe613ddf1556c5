//! Numbers of values as a file has them, and what is known of those that come later.

use std::ops::Range;

use super::source::Row;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::handle::{MAX_PLACE, TypeId, ValueId};

/// Turns numbers into handles: those below the number of the module's values are of the module, the others of the body.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Values of the module; all that a handle can name while the module itself is read.
    pub(super) module: u32,
}

impl Numbers {
    pub(super) const MODULE: Numbers = Numbers { module: u32::MAX };

    #[inline]
    pub(super) fn value(self, row: &Row<'_>, number: u64) -> Result<ValueId, BitcodeError> {
        if number < u64::from(self.module) && number <= u64::from(MAX_PLACE) {
            return Ok(ValueId::module(number as u32));
        }
        match number.checked_sub(u64::from(self.module)) {
            Some(local) if local <= u64::from(MAX_PLACE) => Ok(ValueId::local(local as u32)),
            _ => {
                let (of, found) = (Entity::Value, number);
                let count = u64::from(MAX_PLACE) + 1;
                Err(row.fault(BitcodeErrorKind::Number { of, found, count }))
            }
        }
    }
}

/// Values that were referred to, to be looked up when all are there.
#[derive(Default)]
pub(super) struct Expected {
    items: Vec<(ValueId, Option<TypeId>, Range<u64>)>,
}

impl Expected {
    /// A value is to be there, of this type if one is stated.
    #[inline]
    pub(super) fn add(&mut self, value: ValueId, ty: Option<TypeId>, bits: &Range<u64>) {
        self.items.push((value, ty, bits.clone()));
    }

    /// Looks them up; `type_of` says the type of a value that is there.
    pub(super) fn check(
        self,
        count: u64,
        type_of: impl Fn(ValueId) -> Option<TypeId>,
    ) -> Result<(), BitcodeError> {
        for (value, stated, bits) in self.items {
            let kind = match (type_of(value), stated) {
                (None, _) => BitcodeErrorKind::Number {
                    of: Entity::Value,
                    found: value.index() as u64,
                    count,
                },
                (Some(found), Some(stated)) if found != stated => BitcodeErrorKind::Mismatch {
                    expected: "a value of the type that the record states",
                },
                _ => continue,
            };
            return Err(BitcodeError::new(kind, bits));
        }
        Ok(())
    }
}
