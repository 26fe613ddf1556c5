//! Which types a conversion takes and gives.
//!
//! Source: the LLVM language reference as of LLVM 3.7, "Conversion Operations".

use super::{CastOp, Type, TypeId, Types};

impl Types {
    /// Number of elements of a vector.
    #[must_use]
    pub fn lanes(&self, id: TypeId) -> Option<u32> {
        match self.get(id) {
            Some(Type::Vector { count, .. }) => Some(count),
            _ => None,
        }
    }

    /// Size of a value of a scalar or vector type, bits; 0 for others.
    fn bits(&self, id: TypeId) -> u64 {
        let scalar = match self.get(self.scalar(id)) {
            Some(Type::Integer(width)) => u64::from(width),
            Some(Type::Half) => 16,
            Some(Type::Float) => 32,
            Some(Type::Double | Type::X86Mmx) => 64,
            Some(Type::X86Fp80) => 80,
            Some(Type::Fp128 | Type::PpcFp128) => 128,
            _ => 0,
        };
        scalar * self.lanes(id).map_or(1, u64::from)
    }

    /// Checks the types of a conversion.
    ///
    /// # Errors
    /// What the conversion takes and gives: "an integer to a larger one".
    pub fn conversion(&self, op: CastOp, from: TypeId, to: TypeId) -> Result<(), &'static str> {
        let (scalar_from, scalar_to) = (self.scalar(from), self.scalar(to));
        let (is_from, is_to) = (self.get(scalar_from), self.get(scalar_to));
        let same_lanes = self.lanes(from) == self.lanes(to);
        let integer = |ty: Option<Type>| matches!(ty, Some(Type::Integer(_)));
        let float = |ty: Option<Type>| ty.is_some_and(Type::is_float);
        let space = |ty: Option<Type>| match ty {
            Some(Type::Pointer { address_space, .. }) => Some(address_space),
            _ => None,
        };
        let (small, large) = (self.bits(scalar_from), self.bits(scalar_to));
        let (is_good, expected) = match op {
            CastOp::Trunc => {
                (integer(is_from) && integer(is_to) && small > large, "an integer to a smaller one")
            }
            CastOp::ZExt | CastOp::SExt => {
                (integer(is_from) && integer(is_to) && small < large, "an integer to a larger one")
            }
            CastOp::FpTrunc => (float(is_from) && float(is_to) && small > large, "a float to a smaller one"),
            CastOp::FpExt => (float(is_from) && float(is_to) && small < large, "a float to a larger one"),
            CastOp::FpToUi | CastOp::FpToSi => (float(is_from) && integer(is_to), "a float to an integer"),
            CastOp::UiToFp | CastOp::SiToFp => (integer(is_from) && float(is_to), "an integer to a float"),
            CastOp::PtrToInt => (space(is_from).is_some() && integer(is_to), "a pointer to an integer"),
            CastOp::IntToPtr => (integer(is_from) && space(is_to).is_some(), "an integer to a pointer"),
            CastOp::AddrSpaceCast => (
                space(is_from).is_some() && space(is_to).is_some() && space(is_from) != space(is_to),
                "a pointer to one of another address space",
            ),
            CastOp::BitCast => {
                let is_good = match (space(is_from), space(is_to)) {
                    (Some(a), Some(b)) => same_lanes && a == b,
                    (None, None) => self.bits(from) > 0 && self.bits(from) == self.bits(to),
                    _ => false,
                };
                let expected = "values of one size, or pointers of one address space";
                return if is_good { Ok(()) } else { Err(expected) };
            }
        };
        if is_good && same_lanes { Ok(()) } else { Err(expected) }
    }
}
