//! Names scalars and vectors.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::{Language, Scalar, Writer};
use crate::refusal::Reason;
use crate::tree::{Kind, Node};

/// Deepest nesting of types and constants.
pub(super) const MAX_DEPTH: u32 = 32;

impl<L: Language> Writer<'_, '_, L> {
    /// The scalar of a scalar, vector or matrix type.
    pub(crate) fn scalar(&self, ty: Id) -> Option<Scalar> {
        self.tree.scalar(ty)
    }

    /// Name of a scalar or vector type; `None` for others.
    pub(crate) fn scalar_or_vector_name(&mut self, ty: Id) -> Option<&'static str> {
        let scalar = self.scalar(ty)?;
        let count = self.module.vector_size(ty)?;
        if !(1..=4).contains(&count) {
            self.lacks(Reason::Type, "a vector of more than four components");
        }
        if matches!(scalar, Scalar::Float(..=16))
            && let Some(Type::Float { encoding: Some(_), .. }) = self.module.scalar(ty)
        {
            self.lacks(Reason::Type, "a floating-point format other than those of IEEE 754");
        }
        Some(self.vector_name(scalar, count))
    }

    pub(crate) fn scalar_of(&self, node: Node) -> Option<Scalar> {
        match self.tree.node(node).ty {
            0 => Some(Scalar::Bool),
            ty => self.scalar(ty),
        }
    }

    /// The sign of a type's integers.
    pub(crate) fn sign(&self, ty: Id) -> super::Sign {
        match self.scalar(ty) {
            Some(Scalar::Int(_)) => super::Sign::Signed,
            Some(Scalar::Uint(_)) => super::Sign::Unsigned,
            _ => super::Sign::Own,
        }
    }

    /// True for numbers that are spelled out.
    pub(crate) fn is_number(&self, node: Node) -> bool {
        let Kind::Constant(id) = self.tree.kind(node) else { return false };
        let constant = self.module.constant(id).filter(|constant| !constant.specialized);
        self.tree.variable_of(node).is_none()
            && matches!(constant.map(|constant| constant.value), Some(ConstantValue::Number(_)))
    }

    /// True if a constant is a number of this sign-less value.
    pub(crate) fn is_constant(&self, node: Node, value: u64) -> bool {
        match self.tree.kind(node) {
            Kind::Constant(id) => match self.module.constant(id).map(|constant| constant.value) {
                Some(ConstantValue::Number(bits)) => bits == value,
                Some(ConstantValue::Null) => value == 0 && self.module.opcode_of(id) == op::CONSTANT_NULL,
                _ => false,
            },
            _ => false,
        }
    }
}

/// Names of a scalar and of the vectors of it, by the number of components.
macro_rules! vectors {
    ($scalar:literal, $vector:literal) => {
        [$scalar, concat!($vector, "2"), concat!($vector, "3"), concat!($vector, "4")]
    };
    ($scalar:literal) => {
        $crate::text::vectors!($scalar, $scalar)
    };
}

pub(crate) use vectors;

/// The name of a vector among those of its scalar; other numbers of components are refused elsewhere.
pub(crate) fn counted(names: [&'static str; 4], count: u32) -> &'static str {
    names[(count.clamp(1, 4) - 1) as usize]
}
