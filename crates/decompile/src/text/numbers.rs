//! The numbers that resources are bound to, and those that are left.

use std::collections::BTreeMap;

use glassbox_spirv::build::value::dim;
use glassbox_spirv::module::{Id, Type};

use super::{Language, Rare, Writer, joined};
use crate::interface::{Role, element};
use crate::refusal::Reason;
use crate::tree::Var;
use crate::{Register, Slot};

/// Most numbers that an array takes.
const MAX_COUNT: u32 = 1 << 16;

/// Numbers that are taken, by kind and space.
#[derive(Debug)]
pub(crate) struct Numbers<K> {
    /// By kind, space and first number: the end, and whose they are. They do not overlap.
    taken: BTreeMap<(K, u32, u32), (u32, Var)>,
    /// By kind and space, a number below which all are taken.
    full: Rare<BTreeMap<(K, u32), u32>>,
}

impl<K> Default for Numbers<K> {
    fn default() -> Numbers<K> {
        Numbers { taken: BTreeMap::new(), full: Rare::default() }
    }
}

impl<K: Copy + Ord + 'static> Numbers<K> {
    /// The end of the last of these numbers that are taken, and whose they are.
    fn last(&self, (kind, space): (K, u32), first: u32, count: u32) -> Option<(u32, Var)> {
        let last = first.saturating_add(count.max(1) - 1);
        let before = self.taken.range((kind, space, 0)..=(kind, space, last)).next_back();
        before.map(|(_, found)| *found).filter(|(end, _)| *end > first)
    }

    /// Whose one of these numbers is.
    pub(crate) fn holder(&self, place: (K, u32), first: u32, count: u32) -> Option<Var> {
        self.last(place, first, count).map(|(_, var)| var)
    }

    /// The end of all that are taken.
    pub(crate) fn end(&self, (kind, space): (K, u32)) -> u32 {
        let last = self.taken.range((kind, space, 0)..=(kind, space, u32::MAX)).next_back();
        last.map_or(0, |(_, (end, _))| *end)
    }

    /// Takes numbers that are free.
    pub(crate) fn take(&mut self, (kind, space): (K, u32), first: u32, count: u32, var: Var) {
        self.taken.insert((kind, space, first), (first.saturating_add(count.max(1)), var));
    }

    /// Takes the wanted numbers, or else the first that are free; where they begin.
    pub(crate) fn take_free(&mut self, place: (K, u32), wanted: u32, count: u32, var: Var) -> u32 {
        let mut number = wanted;
        if self.last(place, number, count).is_some() {
            let start = self.free_from(place, self.full.get(&place).copied().unwrap_or(0), 1);
            self.full.insert(place, start);
            number = self.free_from(place, start, count);
        }
        self.take(place, number, count, var);
        number
    }

    /// The first of so many numbers that are free, from a number on.
    fn free_from(&self, place: (K, u32), mut number: u32, count: u32) -> u32 {
        while let Some((end, _)) = self.last(place, number, count).filter(|(end, _)| *end < u32::MAX) {
            number = end;
        }
        number
    }
}

impl<L: Language> Writer<'_, '_, L> {
    /// Space and number that the options give a resource: those stated for its set and binding, or else its binding less the shift of
    /// its registers.
    pub(crate) fn given(&mut self, var: Var, slot: Slot) -> Option<[u32; 2]> {
        let bindings = &self.options.bindings;
        if self.roles.get(&var) == Some(&Role::PushConstants) {
            return bindings.push_constants;
        }
        let place = self.binding_of(var)?;
        let stated = |slot| bindings.places.get(&(place, slot)).copied();
        if let Some(found) = stated(slot).or_else(|| stated(Slot::Any)) {
            return Some(found);
        }
        if slot != Slot::SAMPLER && bindings.places.keys().any(|(other, _)| *other == place) {
            self.refuse_kind(var, place, slot);
        }
        let [set, binding] = place;
        if bindings.shifts.is_empty() {
            return None;
        }
        let register = self.register_class(var, slot);
        let shift = |of_set: Option<u32>| bindings.shifts.get(&(register, of_set)).copied();
        let shift = shift(Some(set)).or_else(|| shift(None))?;
        if binding < shift {
            let name = self.name_in_module(var);
            let what = format!(
                "{name} has binding {binding} of set {set}, and its {} registers begin at {shift}; give a smaller shift",
                register.letter()
            );
            self.refuse(Reason::Binding, &what);
        }
        Some([set, binding.saturating_sub(shift)])
    }

    /// Refuses numbers for parts that a resource does not have, unless it has its place with another one, whose they may be.
    fn refuse_kind(&mut self, var: Var, place: [u32; 2], slot: Slot) {
        let shared = self.roles.keys().any(|other| *other != var && self.binding_of(*other) == Some(place));
        let has_sampler = {
            let ty = element(self.module, self.tree.variable(var).ty);
            matches!(self.module.ty(ty), Some(Type::SampledImage { .. }))
                && self.options.bindings.places.contains_key(&(place, Slot::SAMPLER))
        };
        if shared || has_sampler {
            return;
        }
        self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
        let name = self.name_in_module(var);
        let kind = match slot {
            Slot::Register(class) => joined!("a ", class.letter(), " register"),
            Slot::Buffer => "an index of buffers".to_owned(),
            Slot::Texture => "an index of textures".to_owned(),
            Slot::Any => "a binding".to_owned(),
        };
        self.refuse(Reason::Binding, &format!("{name} needs {kind}, and is given another"));
    }

    /// The registers of HLSL that a resource has.
    pub(crate) fn register_class(&self, var: Var, slot: Slot) -> Register {
        let inner = element(self.module, self.tree.variable(var).ty);
        match (self.roles.get(&var), self.module.ty(inner)) {
            _ if slot == Slot::SAMPLER => Register::Sampler,
            (Some(Role::StorageBlock), _) if self.is_read_only(var) => Register::ShaderResource,
            (Some(Role::StorageBlock), _) => Register::UnorderedAccess,
            (Some(Role::Opaque), Some(Type::Sampler)) => Register::Sampler,
            (Some(Role::Opaque), Some(Type::Image(image)))
                if image.usage == 2 && image.dim != dim::SUBPASS_DATA =>
            {
                Register::UnorderedAccess
            }
            (Some(Role::Opaque), _) => Register::ShaderResource,
            _ => Register::ConstantBuffer,
        }
    }

    /// Takes the numbers that the options give a resource. Those that another resource was given are refused, unless the module binds
    /// both to one place.
    pub(crate) fn take_given<K: Copy + Ord + 'static>(
        &mut self,
        numbers: &mut Numbers<K>,
        (kind, space, first): (K, u32, u32),
        (var, count): (Var, u32),
        written: &str,
    ) -> bool {
        match numbers.holder((kind, space), first, count) {
            None => {
                numbers.take((kind, space), first, count, var);
                true
            }
            Some(holder) => {
                let place = self.binding_of(var);
                if holder != var && (place.is_none() || place != self.binding_of(holder)) {
                    self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
                    let (own, other) = (self.name_in_module(var), self.name_in_module(holder));
                    let what = format!("{own} is given {written}, which {other} has; give each its own");
                    self.refuse(Reason::Binding, &what);
                }
                false
            }
        }
    }

    /// Numbers that a resource takes: one for each element of an array.
    pub(crate) fn length_of(&self, mut ty: Id) -> u32 {
        let mut count = 1u32;
        while let Some(Type::Array { element, length }) = self.module.ty(ty) {
            count = count.saturating_mul(self.module.constant_u32(length).unwrap_or(1)).clamp(1, MAX_COUNT);
            ty = element;
        }
        count
    }

    /// What messages call a variable: its name in the module, or its place.
    pub(crate) fn name_in_module(&self, var: Var) -> String {
        let id = self.tree.variable(var).id;
        let own = self.annotations.name(id).filter(|name| !name.is_empty());
        let block = || self.annotations.name(element(self.module, self.tree.variable(var).ty));
        match (own.or_else(block).filter(|name| !name.is_empty()), self.binding_of(var)) {
            (Some(name), _) => joined!("`", name, "`"),
            (None, Some([set, binding])) => format!("the resource at set {set}, binding {binding}"),
            (None, None) => "a resource".to_owned(),
        }
    }
}
