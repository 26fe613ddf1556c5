//! Types that operators and functions look at beyond scalars, vectors and matrices.

use crate::parse::Parser;
use crate::types::{Length, Parametric, ParametricKind, Scalar, Type};

impl Parser<'_> {
    /// The type with parameters that a type is.
    pub(crate) fn parametric(&self, ty: Type) -> Option<&Parametric> {
        match ty {
            Type::Parametric(id) => self.program.types.parametric.get(id.0 as usize),
            _ => None,
        }
    }

    pub(crate) fn is_cooperative_matrix(&self, ty: Type) -> bool {
        use ParametricKind::{CooperativeMatrix, CooperativeMatrixNv};
        self.parametric(ty)
            .is_some_and(|parametric| matches!(parametric.kind, CooperativeMatrix | CooperativeMatrixNv))
    }

    pub(crate) fn is_cooperative_vector(&self, ty: Type) -> bool {
        self.parametric(ty).is_some_and(|parametric| parametric.kind == ParametricKind::CooperativeVector)
    }

    /// Type of the components of a scalar, vector, matrix, or cooperative one.
    pub(crate) fn component(&self, ty: Type) -> Option<Scalar> {
        ty.scalar().or_else(|| self.parametric(ty)?.component)
    }

    /// Whether a type is or holds an array.
    pub(crate) fn contains_array(&self, ty: Type) -> bool {
        self.program.types.contains(ty, &|ty| matches!(ty, Type::Array(_)))
    }

    /// Whether a type is or holds an array without a stated size.
    pub(crate) fn contains_unsized(&self, ty: Type) -> bool {
        let types = &self.program.types;
        types.contains(ty, &|ty| types.as_array(ty).is_some_and(|array| array.length == Length::Unsized))
    }

    /// Whether a type is or holds one of those of resources.
    pub(crate) fn contains_opaque(&self, ty: Type) -> bool {
        self.program.types.contains(ty, &Type::is_opaque) || self.program.types.holds_buffer(ty)
    }

    /// Whether a type is or holds an array whose size is a specialization constant.
    pub(crate) fn contains_specialized(&self, ty: Type) -> bool {
        let types = &self.program.types;
        let test =
            |ty| types.as_array(ty).is_some_and(|array| matches!(array.length, Length::Specialized(_)));
        types.contains(ty, &test)
    }

    /// Whether a type is that of a block, which has no values.
    pub(crate) fn is_block(&self, ty: Type) -> bool {
        self.program.types.as_structure(ty).is_some_and(|structure| structure.is_block)
    }

    /// The scalar types of 8 or 16 bits that a type is or holds and that nothing may be computed with here.
    pub(crate) fn storage_only(&self, ty: Type) -> Option<Scalar> {
        let mut found = None;
        for scalar in [Scalar::Int8, Scalar::Uint8, Scalar::Int16, Scalar::Uint16, Scalar::Float16] {
            if found.is_none() && !self.has_arithmetic(scalar) {
                let holds = self.program.types.contains(ty, &|ty| ty.scalar() == Some(scalar));
                found = holds.then_some(scalar);
            }
        }
        found
    }
}
