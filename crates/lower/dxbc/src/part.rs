//! Components of registers as values, and vectors made of them.

use glassbox_lower_directx::arithmetic;
use glassbox_spirv::build::{Builder, Id, op};

use crate::uses::Slot;
use crate::writer::Writer;

/// Type of a component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    Float,
    Int,
    Uint,
    /// What a comparison gives: all bits set, or none.
    Bool,
}

impl Ty {
    /// The scalar type.
    pub(crate) fn scalar(self, b: &mut Builder) -> Id {
        match self {
            Ty::Float => b.float(),
            Ty::Int => b.int(),
            Ty::Uint => b.uint(),
            Ty::Bool => b.bool(),
        }
    }

    /// The type of some components.
    pub(crate) fn vector(self, b: &mut Builder, count: usize) -> Id {
        let scalar = self.scalar(b);
        match count {
            0 | 1 => scalar,
            count => b.vector(scalar, count.min(4) as u32),
        }
    }
}

/// A component of a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Part {
    /// Bits that are known.
    Bits(u32),
    /// A value, or a component of a vector.
    Value { id: Id, index: Option<u32>, ty: Ty, from: Option<Slot> },
}

impl Part {
    /// Components of a value that was just computed.
    pub(crate) fn of(id: Id, ty: Ty, count: usize) -> Vec<Part> {
        Part::from(id, ty, count, None)
    }

    /// Components of a value that was read from somewhere.
    pub(crate) fn from(id: Id, ty: Ty, count: usize, from: Option<Slot>) -> Vec<Part> {
        let part = |index: usize| Part::Value { id, index: (count > 1).then_some(index as u32), ty, from };
        (0..count).map(part).collect()
    }
}

impl Writer<'_> {
    /// One component as a type.
    pub(crate) fn scalar(&mut self, part: Part, ty: Ty) -> Id {
        match part {
            Part::Bits(bits) => match ty {
                Ty::Bool => self.b.constant_bool(bits != 0),
                ty => {
                    let scalar = ty.scalar(&mut self.b);
                    self.b.constant(scalar, bits)
                }
            },
            Part::Value { id, index, ty: own, from } => {
                self.vote(from, ty);
                let mut id = id;
                if let Some(index) = index {
                    let scalar = own.scalar(&mut self.b);
                    id = self.b.value_with(op::COMPOSITE_EXTRACT, scalar, &[id], &[index]);
                }
                self.cast(id, own, ty, 1)
            }
        }
    }

    /// Components as one value: a number, or a vector.
    pub(crate) fn gather(&mut self, parts: &[Part], ty: Ty) -> Id {
        if let [part] = parts {
            return self.scalar(*part, ty);
        }
        if let Some((id, own, picked)) = one_vector(parts) {
            for part in parts {
                if let Part::Value { from, .. } = part {
                    self.vote(*from, ty);
                }
            }
            let whole = self.b.type_of(id).and_then(|ty| self.b.components(ty)).unwrap_or(1) as usize;
            let mut value = id;
            let is_whole =
                picked.len() == whole && picked.iter().zip(0..).all(|(index, place)| *index == place);
            if !is_whole {
                let vector = own.vector(&mut self.b, picked.len());
                value = self.b.value_with(op::VECTOR_SHUFFLE, vector, &[id, id], &picked);
            }
            return self.cast(value, own, ty, picked.len());
        }
        let ids: Vec<Id> = parts.iter().map(|part| self.scalar(*part, ty)).collect();
        let vector = ty.vector(&mut self.b, ids.len());
        if ids.iter().all(|id| self.b.is_constant(*id)) {
            self.b.constant_composite(vector, &ids)
        } else {
            self.b.value(op::COMPOSITE_CONSTRUCT, vector, &ids)
        }
    }

    /// A value of some components as another type of the same bits.
    pub(crate) fn cast(&mut self, id: Id, from: Ty, to: Ty, count: usize) -> Id {
        if from == to {
            return id;
        }
        let ty = to.vector(&mut self.b, count);
        if to == Ty::Bool {
            let bits = self.cast(id, from, Ty::Uint, count);
            let uint = Ty::Uint.vector(&mut self.b, count);
            let zero = self.b.constant_splat(uint, 0);
            return self.b.value(op::I_NOT_EQUAL, ty, &[bits, zero]);
        }
        if from == Ty::Bool {
            let uint = Ty::Uint.vector(&mut self.b, count);
            let (all, none) =
                (self.b.constant_splat(uint, u64::from(u32::MAX)), self.b.constant_splat(uint, 0));
            let bits = self.b.value(op::SELECT, uint, &[id, all, none]);
            return arithmetic::bits_as(&mut self.b, ty, bits);
        }
        arithmetic::bits_as(&mut self.b, ty, id)
    }

    /// States the type that a value is used as to what it was read from.
    pub(crate) fn vote(&mut self, from: Option<Slot>, ty: Ty) {
        if let Some(slot) = from {
            self.uses.vote(slot, ty);
        }
    }
}

/// The vector that all components are of, with their places in it.
fn one_vector(parts: &[Part]) -> Option<(Id, Ty, Vec<u32>)> {
    let Part::Value { id, ty, .. } = *parts.first()? else { return None };
    let mut picked = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Value { id: own, index: Some(index), .. } if *own == id => picked.push(*index),
            _ => return None,
        }
    }
    Some((id, ty, picked))
}
