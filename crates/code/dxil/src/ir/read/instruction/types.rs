//! Determines result types.

use super::RecordReader;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::ir::handle::{TypeId, ValueId};
use crate::ir::module::Value;
use crate::ir::types::Type;

type ResultType = Result<Option<TypeId>, BitcodeError>;

impl RecordReader<'_, '_, '_> {
    fn find(&self, ty: Type, of: &'static str) -> Result<TypeId, BitcodeError> {
        let found = self.reader.module.types.find(ty);
        found.ok_or_else(|| self.row.fault(BitcodeErrorKind::MissingType { of }))
    }

    /// The type that the record states.
    pub(super) fn stated(&self) -> ResultType {
        Ok(self.stated)
    }

    /// No result.
    pub(super) fn nothing(&self) -> ResultType {
        Ok(None)
    }

    /// The type of a typed operand.
    pub(super) fn operand(&self, index: usize) -> ResultType {
        Ok(self.types.get(index).copied())
    }

    /// The element type of operand 0, a vector.
    pub(super) fn element(&self) -> ResultType {
        match self.reader.module.types.get(self.types[0]) {
            Some(Type::Vector { element, .. }) => Ok(Some(element)),
            _ => Err(self.row.mismatch("a vector to take an element of")),
        }
    }

    /// A bit, or a vector of bits for a comparison of vectors.
    pub(super) fn comparison(&self) -> ResultType {
        let of = "a comparison";
        let bit = self.find(Type::Integer(1), of)?;
        match self.reader.module.types.get(self.types[0]) {
            Some(Type::Vector { count, .. }) => self.find(Type::Vector { element: bit, count }, of).map(Some),
            _ => Ok(Some(bit)),
        }
    }

    /// The element type of operand 0, with the length of the mask, operand 2.
    pub(super) fn shuffle(&self) -> ResultType {
        let types = &self.reader.module.types;
        match (types.get(self.types[0]), types.get(self.types[2])) {
            (Some(Type::Vector { element, .. }), Some(Type::Vector { count, .. })) => {
                let of = "elements of two vectors";
                self.find(Type::Vector { element, count }, of).map(Some)
            }
            _ => Err(self.row.mismatch("vectors to take elements of")),
        }
    }

    /// The type of operand 1 and a success flag.
    pub(super) fn exchange(&self) -> ResultType {
        let of = "an exchange";
        let bit = self.find(Type::Integer(1), of)?;
        let found = self.reader.module.types.find_struct(&[self.types[1], bit], false);
        let missing = || self.row.fault(BitcodeErrorKind::MissingType { of });
        found.ok_or_else(missing).map(Some)
    }

    /// Type of an aggregate element.
    pub(super) fn part(&self, whole: TypeId, indices: &[u64]) -> Result<TypeId, BitcodeError> {
        let types = &self.reader.module.types;
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
                return Err(self.row.mismatch("a part that the aggregate has"));
            }
            ty = found.ok_or_else(|| self.row.mismatch("a part that the aggregate has"))?;
        }
        Ok(ty)
    }

    /// A pointer to the element addressed, or a vector of pointers if an operand is a vector.
    pub(super) fn address(&self, source: TypeId) -> ResultType {
        let pointer = self.types[0];
        let of = "the address of a part";
        let types = &self.reader.module.types;
        let Some(Type::Pointer { address_space, .. }) = types.get(types.scalar(pointer)) else {
            return Err(self.row.mismatch("a pointer to take the address of a part of"));
        };
        let mut ty = source;
        let mut width = match types.get(pointer) {
            Some(Type::Vector { count, .. }) => Some(count),
            _ => None,
        };
        for (place, index) in self.reader.operands.iter().skip(1).enumerate() {
            if let Some(Type::Vector { count, .. }) = self.value_type(*index).and_then(|ty| types.get(ty)) {
                width = Some(count);
            }
            if place == 0 {
                continue;
            }
            let part = match types.get(ty) {
                Some(Type::Array { element, .. } | Type::Vector { element, .. }) => Some(element),
                Some(_) => {
                    let index = self.whole_number(*index).and_then(|index| usize::try_from(index).ok());
                    types.fields(ty).zip(index).and_then(|(fields, index)| fields.get(index).copied())
                }
                None => None,
            };
            ty = part.ok_or_else(|| self.row.mismatch("a part that the pointer leads to"))?;
        }
        let pointer = Type::Pointer { pointee: ty, address_space };
        let element = self.find(pointer, of)?;
        match width {
            Some(count) => self.find(Type::Vector { element, count }, of).map(Some),
            None => Ok(Some(element)),
        }
    }

    /// Integer value of a constant; for a splat vector used as a field index, its element.
    fn whole_number(&self, value: ValueId) -> Option<i64> {
        use crate::ir::constant::Constant;
        let scope = self.reader.module.scope(Some(&self.reader.body));
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
    pub(super) fn local_pointer(&self, pointee: TypeId) -> Result<TypeId, BitcodeError> {
        let pointer = Type::Pointer { pointee, address_space: 0 };
        self.find(pointer, "local memory")
    }
}
