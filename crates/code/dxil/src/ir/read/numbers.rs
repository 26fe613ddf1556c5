//! Maps value numbers in a file to handles and tracks forward references.

use std::ops::Range;

use super::source::Row;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::handle::{MAX_PLACE, TypeId, ValueId};

/// Maps numbers to handles: those below the number of module values belong to the module, the rest to the
/// body.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Number of module values; unlimited while the module itself is read.
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

/// Referenced values to verify once all are defined.
#[derive(Default)]
pub(super) struct Expected {
    items: Vec<(ValueId, Option<TypeId>, Range<u64>)>,
}

impl Expected {
    pub(super) fn reserve(&mut self, references: usize) {
        self.items.reserve(references);
    }

    /// Records a reference, with the required type if any.
    #[inline]
    pub(super) fn add(&mut self, value: ValueId, ty: Option<TypeId>, bits: &Range<u64>) {
        self.items.push((value, ty, bits.clone()));
    }

    /// Verifies the references; `type_of` returns the type of a defined value.
    pub(super) fn check(
        self,
        count: u64,
        type_of: impl Fn(ValueId) -> Option<TypeId>,
    ) -> Result<(), BitcodeError> {
        for (value, stated, bits) in self.items {
            let kind = match (type_of(value), stated) {
                (None, _) => {
                    BitcodeErrorKind::Number { of: Entity::Value, found: value.index() as u64, count }
                }
                (Some(found), Some(stated)) if found != stated => {
                    BitcodeErrorKind::Mismatch { expected: "a value of the type that the record states" }
                }
                _ => continue,
            };
            return Err(BitcodeError::new(kind, bits));
        }
        Ok(())
    }
}
