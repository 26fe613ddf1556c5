//! Chooses the numbers that resources are bound to. OpenGL has no sets: each kind of resource counts on its own.

use std::collections::{BTreeSet, HashMap};

use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use super::features::Dialect;
use crate::text::Writer;
use crate::tree::Var;

/// Texture units that implementations of OpenGL 4.2 have at least.
const UNITS: u32 = 80;

/// Kinds of resources that count on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Class {
    UniformBlock,
    StorageBlock,
    Texture,
    Image,
}

/// A resource, by what it is in the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bound {
    pub(super) class: Class,
    /// Descriptor set and binding.
    pub(super) place: [u32; 2],
    /// The sampler that a texture was combined with.
    pub(super) sampler: Option<Var>,
}

/// Numbers given so far.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    numbers: HashMap<Bound, u32>,
    taken: BTreeSet<(Class, u32)>,
}

impl Writer<'_, '_, Glsl> {
    /// Layout qualifiers of a resource of this type; none where names bind.
    pub(super) fn binding_layout(&mut self, bound: Bound, ty: Id) -> Vec<String> {
        let [set, binding] = self.slot(bound.place);
        match self.language.features.dialect {
            Dialect::Vulkan if set == 0 => vec![format!("binding = {binding}")],
            Dialect::Vulkan => vec![format!("set = {set}"), format!("binding = {binding}")],
            _ if self.language.features.has(420, 310) => {
                let number = self.free_binding(bound, binding, ty);
                let end = number.saturating_add(self.count_of(ty));
                let is_too_high = bound.class == Class::Texture && end > UNITS;
                // Its name binds it.
                if is_too_high { Vec::new() } else { vec![format!("binding = {number}")] }
            }
            _ => Vec::new(),
        }
    }

    /// The wanted number, or the first free one if another resource of the kind has it.
    fn free_binding(&mut self, bound: Bound, wanted: u32, ty: Id) -> u32 {
        if let Some(number) = self.language.bindings.numbers.get(&bound) {
            return *number;
        }
        let count = self.count_of(ty);
        let taken = &self.language.bindings.taken;
        let last_taken = |first: u32| {
            let last = first.saturating_add(count - 1);
            taken.range((bound.class, first)..=(bound.class, last)).next_back().map(|found| found.1)
        };
        let mut number = wanted;
        if last_taken(number).is_some() {
            number = 0;
            while let Some(last) = last_taken(number) {
                number = last.saturating_add(1);
            }
        }
        let own = (0..count).map(|index| (bound.class, number.saturating_add(index)));
        self.language.bindings.taken.extend(own);
        self.language.bindings.numbers.insert(bound, number);
        number
    }

    /// Numbers that a resource takes: one for each element of an array.
    fn count_of(&self, mut ty: Id) -> u32 {
        /// No implementation has more.
        const MOST: u32 = 1 << 12;
        let mut count = 1u32;
        while let Some(Type::Array { element, length }) = self.module.ty(ty) {
            count = count.saturating_mul(self.module.constant_u32(length).unwrap_or(1)).clamp(1, MOST);
            ty = element;
        }
        count
    }
}
