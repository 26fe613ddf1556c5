//! Chooses the numbers that resources are bound to. OpenGL has no sets: each kind of resource counts on its own.

use foldhash::HashMap;
use glassbox_spirv::build::value::dim;
use glassbox_spirv::module::Type;

use super::Glsl;
use super::features::Dialect;
use crate::Slot;
use crate::interface::{Role, element};
use crate::text::{Numbers, Writer, joined};
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
    /// Every kind, in the sets of Vulkan.
    Any,
}

/// A resource, by what it is in the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bound {
    pub(super) class: Class,
    pub(super) var: Var,
    /// The sampler that a texture was combined with.
    pub(super) sampler: Option<Var>,
}

/// Numbers given so far.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    numbers: HashMap<Bound, u32>,
    taken: Numbers<Class>,
    /// Set and binding that the options give.
    given: HashMap<Var, [u32; 2]>,
    /// Set and binding of samplers that are split from textures, by these.
    samplers: HashMap<Var, [u32; 2]>,
}

/// Layout qualifiers for a set and binding of Vulkan.
pub(super) fn set_and_binding([set, binding]: [u32; 2]) -> Vec<String> {
    let own = (set > 0).then(|| joined!("set = ", set));
    own.into_iter().chain([joined!("binding = ", binding)]).collect()
}

/// How a resource is bound.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Layout qualifiers; none where names bind.
    pub(super) qualifiers: Vec<String>,
    /// The set and binding that they state.
    pub(super) stated: Option<[u32; 2]>,
}

impl Writer<'_, '_, Glsl> {
    /// Takes the numbers that the options give resources, so that no other has them.
    pub(super) fn reserve_bindings(&mut self) {
        let is_vulkan = self.language.features.is_vulkan();
        if !is_vulkan && !self.language.features.has(420, 310) {
            return;
        }
        for &(var, role) in self.globals_in_order().iter() {
            let ty = element(self.module, self.tree.variable(var).ty);
            let class = match (role, self.module.ty(ty)) {
                _ if self.binding_of(var).is_none() || self.is_plain_block(role) => continue,
                // Sets have one number for all kinds.
                (Role::UniformBlock | Role::StorageBlock | Role::Opaque, _) if is_vulkan => Class::Any,
                (Role::UniformBlock, _) => Class::UniformBlock,
                (Role::StorageBlock, _) => Class::StorageBlock,
                (Role::Opaque, Some(Type::Sampler)) => continue,
                (Role::Opaque, Some(Type::Image(image)))
                    if image.usage == 2 && image.dim != dim::SUBPASS_DATA =>
                {
                    Class::Image
                }
                (Role::Opaque, _) => Class::Texture,
                _ => continue,
            };
            let Some([set, binding]) = self.given(var, Slot::Any) else { continue };
            let set = if is_vulkan { set } else { 0 };
            // An array is one binding of a set.
            let count = if is_vulkan { 1 } else { self.length_of(self.tree.variable(var).ty) };
            let written = if set == 0 {
                joined!("binding ", binding)
            } else {
                joined!("set ", set, " binding ", binding)
            };
            let mut taken = std::mem::take(&mut self.language.bindings.taken);
            // Variables of one place share it in Vulkan.
            if self.take_given(&mut taken, (class, set, binding), (var, count), &written) || is_vulkan {
                self.language.bindings.given.insert(var, [set, binding]);
            }
            self.language.bindings.taken = taken;
        }
        if is_vulkan {
            self.reserve_sets();
        }
    }

    /// Takes the places of a module for Vulkan, and then those of samplers that are split from textures.
    fn reserve_sets(&mut self) {
        let vars: Vec<Var> = self.globals_in_order().iter().map(|(var, _)| *var).collect();
        for &var in &vars {
            let Some([set, binding]) = self.binding_of(var) else { continue };
            let is_given = self.language.bindings.given.contains_key(&var);
            let taken = &mut self.language.bindings.taken;
            if !is_given && taken.holder((Class::Any, set), binding, 1).is_none() {
                taken.take((Class::Any, set), binding, 1, var);
            }
        }
        for var in vars {
            if !self.language.split.contains_key(&var) {
                continue;
            }
            let own = self.language.bindings.given.get(&var).copied();
            let given = self.given(var, Slot::SAMPLER).filter(|given| Some(*given) != own);
            let [set, binding] = given.unwrap_or_else(|| {
                let set = own.or(self.binding_of(var)).map_or(0, |place| place[0]);
                [set, self.language.bindings.taken.end((Class::Any, set))]
            });
            let written = set_and_binding([set, binding]).join(" ").replace(" =", "");
            let mut taken = std::mem::take(&mut self.language.bindings.taken);
            self.take_given(&mut taken, (Class::Any, set, binding), (var, 1), &written);
            self.language.bindings.taken = taken;
            self.language.bindings.samplers.insert(var, [set, binding]);
        }
    }

    /// Set and binding of the sampler that is split from a texture.
    pub(super) fn sampler_place(&self, texture: Var) -> [u32; 2] {
        self.language.bindings.samplers.get(&texture).copied().unwrap_or_default()
    }

    /// How a resource is bound.
    pub(super) fn binding_layout(&mut self, bound: Bound) -> Layout {
        let given = self.language.bindings.given.get(&bound.var).copied();
        let place = self.binding_of(bound.var).unwrap_or_default();
        match self.language.features.dialect {
            Dialect::Vulkan => {
                let place @ [set, _] = given.unwrap_or(place);
                // A texture that is combined with several samplers.
                let place = match bound.sampler {
                    Some(_) => [set, self.number_of(bound, (Class::Any, set), Some(place), 0)],
                    None => place,
                };
                Layout { qualifiers: set_and_binding(place), stated: Some(place) }
            }
            _ if self.language.features.has(420, 310) => {
                let number = self.number_of(bound, (bound.class, 0), given, place[1]);
                let end = number.saturating_add(self.length_of(self.tree.variable(bound.var).ty));
                let is_too_high = bound.class == Class::Texture && end > UNITS;
                if is_too_high && given.is_none() {
                    // Its name binds it.
                    return Layout::default();
                }
                Layout { qualifiers: vec![joined!("binding = ", number)], stated: Some([0, number]) }
            }
            _ => Layout::default(),
        }
    }

    /// The given number; else the wanted one, or the first free one if another resource of the kind has it.
    fn number_of(&mut self, bound: Bound, space: (Class, u32), given: Option<[u32; 2]>, wanted: u32) -> u32 {
        if let Some(number) = self.language.bindings.numbers.get(&bound) {
            return *number;
        }
        let is_first = self.language.bindings.numbers.keys().all(|other| other.var != bound.var);
        let number = match given.filter(|_| is_first) {
            Some([_, number]) => number,
            None => {
                let count = self.length_of(self.tree.variable(bound.var).ty);
                self.language.bindings.taken.take_free(space, wanted, count, bound.var)
            }
        };
        self.language.bindings.numbers.insert(bound, number);
        number
    }
}
