//! Finds what types contain: themselves and the types that they are made of, but not what their pointers point to.

use super::Checker;
use super::order::Order;
use crate::grammar::op;
use crate::grammar::value::{decoration, storage_class as class};
use crate::module::{Annotations, At, Id, Module};

/// Things that types contain, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts(u16);

impl Parts {
    pub(super) const NONE: Parts = Parts(0);
    pub(super) const BOOL: Parts = Parts(1);
    pub(super) const INT8: Parts = Parts(1 << 1);
    pub(super) const INT16: Parts = Parts(1 << 2);
    /// IEEE floats of 16 bits.
    pub(super) const FLOAT16: Parts = Parts(1 << 3);
    /// Pointers, except to `PhysicalStorageBuffer`.
    pub(super) const POINTER: Parts = Parts(1 << 4);
    pub(super) const RUNTIME_ARRAY: Parts = Parts(1 << 5);
    pub(super) const COOPERATIVE_MATRIX: Parts = Parts(1 << 6);
    /// Images, samplers, and both combined.
    pub(super) const IMAGE: Parts = Parts(1 << 7);
    pub(super) const ACCELERATION_STRUCTURE: Parts = Parts(1 << 8);
    /// Tensors and buffers in descriptors.
    pub(super) const DESCRIPTOR: Parts = Parts(1 << 9);
    /// Types without a size that are not resources.
    pub(super) const OPAQUE: Parts = Parts(1 << 10);
    /// Types decorated with `Block` or `BufferBlock`.
    pub(super) const BLOCK: Parts = Parts(1 << 11);
    /// Set for types that were looked at.
    const KNOWN: Parts = Parts(1 << 15);

    pub(super) const fn union(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    const fn meets(self, other: Parts) -> bool {
        self.0 & other.0 != 0
    }
}

/// What the types of a module contain.
#[derive(Debug)]
pub(super) struct Contents {
    /// By id.
    parts: Vec<Parts>,
    /// True if a type is made of one that is not declared before it: then `parts` lacks some.
    is_partial: bool,
}

impl Contents {
    pub(super) fn of(module: &Module, order: &Order, annotations: &Annotations<'_>) -> Contents {
        let mut contents = Contents { parts: vec![Parts::NONE; module.bound()], is_partial: false };
        for &at in &order.types {
            let mut parts = Parts::KNOWN.union(own(module, annotations, at));
            for &part in module.type_parts(at) {
                parts = parts.union(contents.part(module, annotations, part));
            }
            contents.parts[module.get(at).result as usize] = parts;
        }
        contents
    }

    /// What a part of a type contains.
    fn part(&mut self, module: &Module, annotations: &Annotations<'_>, id: Id) -> Parts {
        let known = self.parts[id as usize];
        let Some(at) = module.definition(id) else { return Parts::NONE };
        match module.opcode(at) {
            _ if known.meets(Parts::KNOWN) => known,
            // Pointers may be declared later and have no parts.
            op::TYPE_POINTER => own(module, annotations, at),
            _ => {
                self.is_partial = true;
                Parts::NONE
            }
        }
    }
}

/// What a type is itself.
fn own(module: &Module, annotations: &Annotations<'_>, at: At) -> Parts {
    let id = module.get(at).result;
    let is_block = annotations.is_decorated(id)
        && (annotations.has(id, decoration::BLOCK) || annotations.has(id, decoration::BUFFER_BLOCK));
    let parts = match (module.opcode(at), module.operands(at)) {
        (op::TYPE_BOOL, _) => Parts::BOOL,
        (op::TYPE_INT, [8, ..]) => Parts::INT8,
        (op::TYPE_INT, [16, ..]) => Parts::INT16,
        (op::TYPE_FLOAT, [16]) => Parts::FLOAT16,
        (op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR, &[storage, ..])
            if storage != class::PHYSICAL_STORAGE_BUFFER =>
        {
            Parts::POINTER
        }
        (op::TYPE_RUNTIME_ARRAY, _) => Parts::RUNTIME_ARRAY,
        (op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV, _) => Parts::COOPERATIVE_MATRIX,
        (op::TYPE_IMAGE | op::TYPE_SAMPLER | op::TYPE_SAMPLED_IMAGE, _) => Parts::IMAGE,
        (op::TYPE_ACCELERATION_STRUCTURE_KHR, _) => Parts::ACCELERATION_STRUCTURE,
        (op::TYPE_TENSOR_ARM | op::TYPE_BUFFER_EXT, _) => Parts::DESCRIPTOR,
        (
            op::TYPE_OPAQUE
            | op::TYPE_EVENT
            | op::TYPE_DEVICE_EVENT
            | op::TYPE_RESERVE_ID
            | op::TYPE_QUEUE
            | op::TYPE_PIPE
            | op::TYPE_FORWARD_POINTER
            | op::TYPE_PIPE_STORAGE
            | op::TYPE_NAMED_BARRIER
            | op::TYPE_RAY_QUERY_KHR
            | op::TYPE_HIT_OBJECT_NV
            | op::TYPE_HIT_OBJECT_EXT,
            _,
        ) => Parts::OPAQUE,
        _ => Parts::NONE,
    };
    if is_block { parts.union(Parts::BLOCK) } else { parts }
}

impl Checker<'_> {
    /// True if a type is one of the wanted or made of such types. Members of what pointers point to do not count.
    pub(super) fn contains(&self, ty: Id, wanted: Parts) -> bool {
        if wanted == Parts::NONE {
            return false;
        }
        match self.contents.parts.get(ty as usize) {
            Some(parts) if parts.meets(Parts::KNOWN) && !self.contents.is_partial => parts.meets(wanted),
            _ => self.contains_type(ty, &|at| own(self.module, &self.annotations, at).meets(wanted)),
        }
    }

    /// True if a type contains small numbers that can only be stored, not computed with.
    pub(super) fn contains_storage_only(&self, ty: Id) -> bool {
        self.contains(ty, self.storage_only)
    }
}
