//! The resources of a stage that naga does not have, from its words.

use glassbox_spirv::reflect::{DescriptorKind, reflect};

use super::Used;
use crate::shader::{Class, Place};

/// The blocks, textures and samplers of a module that have places, by these.
pub(super) fn of_words(words: &[u32]) -> Vec<Used> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let Ok(reflection) = reflect(&bytes) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for descriptor in &reflection.descriptors {
        let class = match descriptor.kind {
            DescriptorKind::UniformBuffer => Class::ConstantBuffer,
            DescriptorKind::SampledImage => Class::Texture,
            DescriptorKind::Sampler => Class::Sampler,
            _ => continue,
        };
        let (Some(set), Some(binding)) = (descriptor.set, descriptor.binding) else {
            continue;
        };
        let variable = reflection.variable(descriptor.variable);
        let name = variable.and_then(|variable| variable.name.clone());
        let ty = reflection.types.get(descriptor.element.0 as usize);
        let names = [name, ty.and_then(|ty| ty.name.clone())];
        let names = names.into_iter().flatten().filter(|name| !name.is_empty());
        found.push(Used { place: Place { set, binding }, class, names: names.collect(), range: None });
    }
    found.sort_by_key(|used| used.place);
    found
}
