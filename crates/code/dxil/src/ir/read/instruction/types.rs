//! Infers result types not stored in records.

use super::super::body::BodyReader;
use super::super::source::Row;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::ir::handle::{List, TypeId, ValueId};
use crate::ir::module::Value;
use crate::ir::types::Type;

impl BodyReader<'_> {
    fn find(&self, row: &Row<'_>, ty: Type, of: &'static str) -> Result<TypeId, BitcodeError> {
        let found = self.module.types.find(ty);
        found.ok_or_else(|| row.fault(BitcodeErrorKind::MissingType { of }))
    }

    /// Result type of a comparison.
    pub(super) fn comparison_type(&self, row: &Row<'_>, ty: TypeId) -> Result<TypeId, BitcodeError> {
        let of = "a comparison";
        let bit = self.find(row, Type::Integer(1), of)?;
        match self.module.types.get(ty) {
            Some(Type::Vector { count, .. }) => self.find(row, Type::Vector { element: bit, count }, of),
            _ => Ok(bit),
        }
    }

    /// Result type of a shuffle: the vector's element type, with the mask's length.
    pub(super) fn shuffle_type(
        &self,
        row: &Row<'_>,
        vector: TypeId,
        mask: TypeId,
    ) -> Result<TypeId, BitcodeError> {
        let types = &self.module.types;
        match (types.get(vector), types.get(mask)) {
            (Some(Type::Vector { element, .. }), Some(Type::Vector { count, .. })) => {
                self.find(row, Type::Vector { element, count }, "elements of two vectors")
            }
            _ => Err(row.mismatch("vectors to take elements of")),
        }
    }

    /// Type of an aggregate element.
    pub(super) fn part(&self, row: &Row<'_>, whole: TypeId, indices: &[u64]) -> Result<TypeId, BitcodeError> {
        let types = &self.module.types;
        let mut ty = whole;
        for index in indices {
            let found = match types.get(ty) {
                Some(Type::Array { element, count }) if *index < count => Some(element),
                _ => types.fields(ty).and_then(|fields| {
                    let index = usize::try_from(*index).ok()?;
                    fields.get(index).copied()
                }),
            };
            if u32::try_from(*index).is_err() {
                return Err(row.mismatch("a part that the aggregate has"));
            }
            ty = found.ok_or_else(|| row.mismatch("a part that the aggregate has"))?;
        }
        Ok(ty)
    }

    /// Result type of an element address: a pointer, or a vector of pointers if an operand is a vector.
    pub(super) fn address(
        &self,
        row: &Row<'_>,
        source: TypeId,
        pointer: TypeId,
    ) -> Result<TypeId, BitcodeError> {
        let of = "the address of a part";
        let types = &self.module.types;
        let Some(Type::Pointer { address_space, .. }) = types.get(types.scalar(pointer)) else {
            return Err(row.mismatch("a pointer to take the address of a part of"));
        };
        let mut ty = source;
        let mut width = match types.get(pointer) {
            Some(Type::Vector { count, .. }) => Some(count),
            _ => None,
        };
        for (place, index) in self.operands.iter().skip(1).enumerate() {
            let index_type = match index.list() {
                List::Local(local) => self.body.locals.get(local as usize).map(|local| local.ty),
                _ => self.module.type_of(*index),
            };
            if let Some(Type::Vector { count, .. }) = index_type.and_then(|ty| types.get(ty)) {
                width = Some(count);
            }
            if place == 0 {
                continue;
            }
            let part = match types.get(ty) {
                Some(Type::Array { element, .. } | Type::Vector { element, .. }) => Some(element),
                Some(_) => {
                    let index = self
                        .whole_number(*index)
                        .and_then(|index| usize::try_from(index).ok());
                    types
                        .fields(ty)
                        .zip(index)
                        .and_then(|(fields, index)| fields.get(index).copied())
                }
                None => None,
            };
            ty = part.ok_or_else(|| row.mismatch("a part that the pointer leads to"))?;
        }
        let pointer = Type::Pointer {
            pointee: ty,
            address_space,
        };
        let element = self.find(row, pointer, of)?;
        match width {
            Some(count) => self.find(row, Type::Vector { element, count }, of),
            None => Ok(element),
        }
    }

    /// Integer value of a constant; for a splat vector used as a field index, its element.
    fn whole_number(&self, value: ValueId) -> Option<i64> {
        use crate::ir::constant::Constant;
        let scope = self.module.scope(Some(&self.body));
        match scope.constant(value)? {
            (Constant::Integer(number), _) => Some(number),
            (Constant::Null, _) => Some(0),
            (Constant::Data(words), constants) => constants.words(words).first().map(|word| *word as i64),
            (Constant::Aggregate(parts), constants) => {
                let first = constants.operands(parts).first()?;
                match (scope.value(*first)?, scope.constant(*first)?.0) {
                    (Value::Constant(_), Constant::Integer(number)) => Some(number),
                    (Value::Constant(_), Constant::Null) => Some(0),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Pointer type in the default address space.
    pub(super) fn local_pointer(&self, row: &Row<'_>, pointee: TypeId) -> Result<TypeId, BitcodeError> {
        let pointer = Type::Pointer {
            pointee,
            address_space: 0,
        };
        self.find(row, pointer, "local memory")
    }

    /// Result type of a compare-and-exchange: value and success flag.
    pub(super) fn exchange_type(&self, row: &Row<'_>, value: TypeId) -> Result<TypeId, BitcodeError> {
        let of = "an exchange";
        let bit = self.find(row, Type::Integer(1), of)?;
        let found = self.module.types.find_struct(&[value, bit], false);
        found.ok_or_else(|| row.fault(BitcodeErrorKind::MissingType { of }))
    }
}
