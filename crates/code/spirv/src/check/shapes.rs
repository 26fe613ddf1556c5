//! Looks up properties of types and constants.

use std::collections::BTreeSet;

use super::Checker;
use crate::grammar::op;
use crate::module::{At, ConstantValue, Id, Type};

/// Kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    Int { signed: bool },
    Float,
}

/// How scalars are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    Scalar,
    Vector,
    Matrix,
    CooperativeMatrix,
}

/// A scalar, vector or matrix type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) scalar: Scalar,
    /// Width of a scalar in bits; 1 for booleans.
    pub(super) width: u32,
    pub(super) holder: Holder,
    /// Scalars in a vector or column, 1 for scalars, 0 if it is not known.
    pub(super) count: u32,
    /// Type of the scalars.
    pub(super) component: Id,
    /// Encoding of a float that is not IEEE 754.
    pub(super) encoding: Option<u32>,
}

impl Shape {
    pub(super) fn is_scalar(&self) -> bool {
        self.holder == Holder::Scalar
    }

    pub(super) fn is_vector(&self) -> bool {
        self.holder == Holder::Vector
    }

    /// True for a scalar or vector.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.holder, Holder::Scalar | Holder::Vector)
    }

    pub(super) fn is_int(&self) -> bool {
        matches!(self.scalar, Scalar::Int { .. })
    }

    pub(super) fn is_unsigned(&self) -> bool {
        self.scalar == Scalar::Int { signed: false }
    }

    pub(super) fn is_signed(&self) -> bool {
        self.scalar == Scalar::Int { signed: true }
    }

    pub(super) fn is_float(&self) -> bool {
        self.scalar == Scalar::Float
    }

    pub(super) fn is_bool(&self) -> bool {
        self.scalar == Scalar::Bool
    }
}

impl<'m> Checker<'m> {
    /// Shape of a type; `None` for types that are not made of scalars of one kind.
    pub(super) fn shape(&self, ty: Id) -> Option<Shape> {
        let module = self.module;
        let at = module.definition(ty)?;
        let component = module.word(at, 0);
        let vector = |holder, count| {
            let inner = self.scalar_shape(component)?;
            Some(Shape { holder, count, ..inner })
        };
        match module.opcode(at) {
            op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT => self.scalar_shape(ty),
            op::TYPE_VECTOR => vector(Holder::Vector, module.word(at, 1)),
            op::TYPE_VECTOR_ID_EXT => {
                vector(Holder::Vector, module.constant_u32(module.word(at, 1)).unwrap_or(0))
            }
            op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV => {
                vector(Holder::CooperativeMatrix, 0)
            }
            op::TYPE_MATRIX => {
                let column = module.definition(component)?;
                let inner = self.scalar_shape(module.word(column, 0))?;
                Some(Shape { holder: Holder::Matrix, count: module.word(column, 1), ..inner })
            }
            _ => None,
        }
    }

    fn scalar_shape(&self, ty: Id) -> Option<Shape> {
        let (scalar, width, encoding) = match self.module.ty(ty)? {
            Type::Bool => (Scalar::Bool, 1, None),
            Type::Int { width, signed } => (Scalar::Int { signed }, width, None),
            Type::Float { width, encoding } => (Scalar::Float, width, encoding),
            _ => return None,
        };
        Some(Shape { scalar, width, holder: Holder::Scalar, count: 1, component: ty, encoding })
    }

    /// Shape of the type of an operand that is a value.
    pub(super) fn shape_of(&self, id: Id) -> Option<Shape> {
        self.shape(self.module.type_of(id))
    }

    pub(super) fn is_int_scalar(&self, ty: Id) -> bool {
        self.module.opcode_of(ty) == op::TYPE_INT
    }

    pub(super) fn is_int32(&self, ty: Id) -> bool {
        matches!(self.module.ty(ty), Some(Type::Int { width: 32, .. }))
    }

    pub(super) fn is_bool_scalar(&self, ty: Id) -> bool {
        self.module.opcode_of(ty) == op::TYPE_BOOL
    }

    pub(super) fn is_float_scalar(&self, ty: Id) -> bool {
        self.module.opcode_of(ty) == op::TYPE_FLOAT
    }

    /// True for pointers of either kind.
    pub(super) fn is_pointer(&self, ty: Id) -> bool {
        matches!(self.module.opcode_of(ty), op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR)
    }

    pub(super) fn is_cooperative_matrix(&self, ty: Id) -> bool {
        matches!(self.module.opcode_of(ty), op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV)
    }

    /// Storage class of a pointer type.
    pub(super) fn class_of(&self, pointer: Id) -> Option<u32> {
        match self.module.ty(pointer)? {
            Type::Pointer { class, .. } | Type::UntypedPointer { class } => Some(class),
            _ => None,
        }
    }

    /// Value of a 32-bit integer constant whose value is final.
    pub(super) fn constant_int(&self, id: Id) -> Option<u32> {
        if let Some(value) = self.module.constant_u32(id) {
            return Some(value);
        }
        let constant = self.module.constant(id)?;
        (constant.value == ConstantValue::Null && self.is_int_scalar(constant.ty)).then_some(0)
    }

    /// Value of an integer constant of any width whose value is final, sign extended if it is signed.
    pub(super) fn constant_i64(&self, id: Id) -> Option<i64> {
        let constant = self.module.constant(id)?;
        let Some(Type::Int { width, signed }) = self.module.ty(constant.ty) else { return None };
        match constant.value {
            ConstantValue::Null => Some(0),
            ConstantValue::Number(value) if !constant.specialized => {
                let unused = 64u32.saturating_sub(width).min(63);
                let value = (value << unused) as i64;
                Some(if signed { value >> unused } else { (value as u64 >> unused) as i64 })
            }
            _ => None,
        }
    }

    /// True for constants, specialized ones included, but not for undefined values.
    pub(super) fn is_constant(&self, id: Id) -> bool {
        crate::grammar::is_constant(self.module.opcode_of(id)) && self.module.opcode_of(id) != op::UNDEF
    }

    pub(super) fn is_spec_constant(&self, id: Id) -> bool {
        matches!(
            self.module.opcode_of(id),
            op::SPEC_CONSTANT_TRUE..=op::SPEC_CONSTANT_OP | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT
        )
    }

    /// True if a type or one that it is made of fits. Members of what pointers point to do not count.
    pub(super) fn contains_type(&self, ty: Id, fits: &dyn Fn(At) -> bool) -> bool {
        let module = self.module;
        // Types share others, and each is looked at once; few are followed before that matters.
        const FEW: u32 = 8;
        let (mut next, mut stack) = (Some(ty), Vec::new());
        let (mut steps, mut seen) = (0, BTreeSet::new());
        while let Some(ty) = next.take().or_else(|| stack.pop()) {
            let Some(at) = module.definition(ty) else { continue };
            steps += 1;
            if steps > FEW && !seen.insert(ty) {
                continue;
            }
            if fits(at) {
                return true;
            }
            match module.type_parts(at) {
                [part] => next = Some(*part),
                parts => stack.extend(parts),
            }
        }
        false
    }

    /// True if two types are the same but for ids and, of structures, names: arrays and structures are compared by
    /// their parts.
    pub(super) fn match_logically(&self, one: Id, other: Id) -> bool {
        let module = self.module;
        let mut stack = vec![(one, other)];
        let mut seen = BTreeSet::new();
        while let Some((one, other)) = stack.pop() {
            if one == other || !seen.insert((one, other)) {
                continue;
            }
            match (module.ty(one), module.ty(other)) {
                (Some(Type::Array { element, length }), Some(Type::Array { element: e, length: l })) => {
                    if length != l && self.constant_i64(length) != self.constant_i64(l) {
                        return false;
                    }
                    stack.push((element, e));
                }
                (Some(Type::RuntimeArray { element }), Some(Type::RuntimeArray { element: e })) => {
                    stack.push((element, e));
                }
                (Some(Type::Struct { members }), Some(Type::Struct { members: m }))
                    if members.len() == m.len() =>
                {
                    stack.extend(members.iter().copied().zip(m.iter().copied()));
                }
                _ => return false,
            }
        }
        true
    }
}
