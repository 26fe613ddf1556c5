//! Finds what types contain, at any depth.

use super::Order;
use super::applied::Decorations;
use crate::grammar::op;
use crate::grammar::value::{decoration as dec, fp_encoding, storage_class as class};
use crate::module::{At, Id, Module, Type};

/// Something that a type can contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Trait {
    /// A descriptor, behind pointers too.
    Descriptor = 1,
    /// A pointer to `PhysicalStorageBuffer`.
    Address = 2,
    /// A floating-point number that is not passed between stages.
    SmallFloat = 4,
    /// A structure decorated with `Block`, not in an array.
    Block = 8,
    /// A structure decorated with `BufferBlock`, not in an array.
    BufferBlock = 16,
}

/// What the types of a module contain, by id.
#[derive(Debug)]
pub(super) struct Traits(Vec<u8>);

impl Traits {
    /// Collects the traits. A type defined after its use counts as empty there: only pointers may be.
    pub(super) fn of(module: &Module, order: &Order, decorations: &Decorations) -> Traits {
        let mut traits = Traits(vec![0; module.bound()]);
        let mut forward = Vec::new();
        if order.has(op::TYPE_FORWARD_POINTER) {
            let is_forward = |at: &&At| module.opcode(**at) == op::TYPE_FORWARD_POINTER;
            forward.extend(module.globals.iter().filter(is_forward).map(|at| (module.word(*at, 0), *at)));
            forward.sort_unstable();
        }
        for &at in order.types.iter().filter(|at| order.owner(**at).is_none()) {
            let id = module.get(at).result;
            let own = own(module, at) | decorated(decorations, id);
            // A type that was announced before is not looked into.
            let first = forward.partition_point(|entry: &(Id, At)| entry.0 < id);
            let is_forward = forward.get(first).is_some_and(|entry| entry.0 == id && entry.1 < at);
            let inner = if is_forward { 0 } else { traits.inner(module, at) };
            traits.0[id as usize] = own | inner;
        }
        traits
    }

    /// True if a type contains it.
    pub(super) fn has(&self, ty: Id, one: Trait) -> bool {
        self.0.get(ty as usize).is_some_and(|traits| traits & one as u8 != 0)
    }

    /// Traits of the types that a type is made of.
    fn inner(&self, module: &Module, at: At) -> u8 {
        let of = |id: Id| self.0.get(id as usize).copied().unwrap_or(0);
        let contents = Trait::Descriptor as u8 | Trait::Address as u8 | Trait::SmallFloat as u8;
        match module.type_at(at) {
            Some(
                Type::Array { element: inner, .. }
                | Type::RuntimeArray { element: inner }
                | Type::Vector { component: inner, .. }
                | Type::Matrix { column: inner, .. }
                | Type::SampledImage { image: inner }
                | Type::CooperativeMatrix { component: inner, .. },
            ) => of(inner) & contents,
            Some(Type::Image(image)) => of(image.sampled) & contents,
            Some(Type::Pointer { pointee, .. }) => of(pointee) & Trait::Descriptor as u8,
            Some(Type::Function { result, parameters }) => {
                parameters.iter().fold(of(result), |traits, id| traits | of(*id)) & Trait::Descriptor as u8
            }
            Some(Type::Struct { members }) => members.iter().fold(0, |traits, member| {
                let is_struct = module.opcode_of(*member) == op::TYPE_STRUCT;
                traits | if is_struct { of(*member) } else { of(*member) & contents }
            }),
            Some(Type::Other { opcode: op::TYPE_VECTOR_ID_EXT }) => of(module.word(at, 0)) & contents,
            _ => 0,
        }
    }
}

/// Encodings that are not passed between stages.
const SMALL_FLOATS: &[u32] = &[
    fp_encoding::B_FLOAT16_KHR,
    fp_encoding::FLOAT8_E4_M3_EXT,
    fp_encoding::FLOAT8_E5_M2_EXT,
    fp_encoding::FLOAT6_E2_M3_EXT,
    fp_encoding::FLOAT6_E3_M2_EXT,
    fp_encoding::FLOAT4_E2_M1_EXT,
    fp_encoding::FLOAT8_UNSIGNED_E8_M0_EXT,
    fp_encoding::MX_INT8_EXT,
];

/// What a type is itself.
fn own(module: &Module, at: At) -> u8 {
    match module.opcode(at) {
        op::TYPE_BUFFER_EXT
        | op::TYPE_IMAGE
        | op::TYPE_TENSOR_ARM
        | op::TYPE_SAMPLER
        | op::TYPE_ACCELERATION_STRUCTURE_KHR => Trait::Descriptor as u8,
        op::TYPE_POINTER if module.word(at, 0) == class::PHYSICAL_STORAGE_BUFFER => Trait::Address as u8,
        op::TYPE_FLOAT
            if module.operands(at).get(1).is_some_and(|encoding| SMALL_FLOATS.contains(encoding)) =>
        {
            Trait::SmallFloat as u8
        }
        _ => 0,
    }
}

fn decorated(decorations: &Decorations, id: Id) -> u8 {
    decorations.of_id(id).iter().fold(0, |traits, applied| match applied.kind {
        dec::BLOCK => traits | Trait::Block as u8,
        dec::BUFFER_BLOCK => traits | Trait::BufferBlock as u8,
        _ => traits,
    })
}
