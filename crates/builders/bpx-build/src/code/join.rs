//! Merges the variables of one symbol: OpenGL's code has a sampler for each texture, and all of them may be one symbol.

use std::collections::HashMap;

use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::module::{At, Id, Module};

use crate::shader::{Class, Slots};

/// Puts the first of several samplers of one symbol in the place of the others.
pub(super) fn samplers(module: &mut Module, reflection: &Reflection, slots: &Slots) {
    let mut first: HashMap<(u8, &str, Id), Id> = HashMap::new();
    let mut instead: HashMap<Id, Id> = HashMap::new();
    for descriptor in &reflection.descriptors {
        let slot = descriptor.place().and_then(|place| slots.get(&place));
        let slot = slot.filter(|slot| slot.class == Class::Sampler);
        let Some(slot) = slot.filter(|_| descriptor.single_class() == Some(Class::Sampler)) else {
            continue;
        };
        let key = (slot.register, slot.name.as_str(), module.type_of(descriptor.variable));
        let known = *first.entry(key).or_insert(descriptor.variable);
        if known != descriptor.variable {
            instead.insert(descriptor.variable, known);
        }
    }
    if instead.is_empty() {
        return;
    }
    let is_about = |module: &Module, at: At| match module.opcode(at) {
        op::NAME | op::DECORATE => instead.contains_key(&module.word(at, 0)),
        op::VARIABLE => instead.contains_key(&module.get(at).result),
        _ => false,
    };
    module.retain(|module, at| !is_about(module, at));
    let all: Vec<At> = module.walk().collect();
    for at in all {
        module.map_ids(at, |id| instead.get(&id).copied().unwrap_or(id));
    }
}
