//! Samplers that are one symbol become one variable: OpenGL has a sampler in every texture, other targets one for each register.

use naga::{Expression, Function, GlobalVariable, Handle, Module};

use super::prepare;
use crate::shader::{Class, Place, Slot, Slots};

/// Puts one variable in the place of all samplers of one symbol and type, so that the others are not used any more. Says whether
/// there are such.
pub(super) fn samplers(module: &mut Module, slots: &Slots) -> bool {
    let mut kept: Vec<(Handle<GlobalVariable>, &Slot)> = Vec::new();
    let mut moved: Vec<(Handle<GlobalVariable>, Handle<GlobalVariable>)> = Vec::new();
    for (handle, variable) in module.global_variables.iter() {
        let place = variable.binding.map(|binding| Place { set: binding.group, binding: binding.binding });
        let slot = place.and_then(|place| slots.get(&place));
        let is_sampler = prepare::class(module, variable) == Some(Class::Sampler);
        let Some(slot) = slot.filter(|slot| is_sampler && slot.class == Class::Sampler) else {
            continue;
        };
        let is_same = |(other, known): &&(Handle<GlobalVariable>, &Slot)| {
            *known == slot && module.global_variables[*other].ty == variable.ty
        };
        match kept.iter().find(is_same) {
            Some((other, _)) => moved.push((handle, *other)),
            None => kept.push((handle, slot)),
        }
    }
    let rename = |function: &mut Function| {
        for (_, expression) in function.expressions.iter_mut() {
            if let Expression::GlobalVariable(handle) = expression
                && let Some((_, other)) = moved.iter().find(|(from, _)| from == handle)
            {
                *handle = *other;
            }
        }
    };
    module.functions.iter_mut().for_each(|(_, function)| rename(function));
    module.entry_points.iter_mut().for_each(|entry| rename(&mut entry.function));
    !moved.is_empty()
}
