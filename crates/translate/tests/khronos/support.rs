//! Shaders for tests: compiled, with registers.

use glassbox_spirv::Reflection;
use glassbox_spirv::reflect::DescriptorKind;
use glassbox_translate::khronos::front;
use glassbox_translate::shader::{Class, Place, ROOT, Shader, Slot, Slots, Stage};

/// The words of a text that has to be right.
pub(crate) fn compile(stage: Stage, text: &str) -> Vec<u32> {
    front::compile(stage, text).unwrap_or_else(|said| panic!("{said:?}\n{text}"))
}

/// What the words say of themselves.
pub(crate) fn reflect(words: &[u32]) -> Reflection {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    glassbox_spirv::reflect(&bytes).unwrap()
}

/// Registers for every resource: bindings for blocks, from 0 on for textures and samplers.
pub(crate) fn slots(shader: &Shader) -> Slots {
    if shader.words.is_empty() {
        return Slots::new();
    }
    let reflection = reflect(&shader.words);
    let mut slots = Slots::new();
    let (mut textures, mut samplers) = (0..16, 0..16);
    for descriptor in &reflection.descriptors {
        let place = Place { set: descriptor.set.unwrap(), binding: descriptor.binding.unwrap() };
        let variable = reflection.variable(descriptor.variable).unwrap();
        let own = variable.name.clone().unwrap_or_default();
        let block = reflection.types[descriptor.element.0 as usize].name.clone();
        let slot = match descriptor.kind {
            DescriptorKind::UniformBuffer if place == ROOT => {
                Slot { class: Class::ConstantBuffer, register: 0, name: "__Root".to_owned() }
            }
            DescriptorKind::UniformBuffer => {
                Slot { class: Class::ConstantBuffer, register: place.binding as u8, name: block.unwrap() }
            }
            DescriptorKind::Sampler => {
                Slot { class: Class::Sampler, register: samplers.next().unwrap(), name: own }
            }
            _ => Slot { class: Class::Texture, register: textures.next().unwrap(), name: own },
        };
        slots.insert(place, slot);
    }
    slots
}
