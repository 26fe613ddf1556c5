//! Lists the resources of a module, or of one of its entry points, with the names that they may have.

use glassbox_spirv::reflect::{DescriptorKind, EntryPoint, Reflection, TypeId, TypeKind, reflect};

use super::Used;
use super::words::bytes;
use crate::shader::{Class, Place, Shader};

/// The blocks, textures and samplers of a module that have places, by these.
pub(super) fn of_words(words: &[u32]) -> Vec<Used> {
    reflect(&bytes(words)).map_or_else(|_| Vec::new(), |reflection| used(&reflection, None))
}

/// The same of those that the entry point of a shader uses.
pub(super) fn of_shader(shader: &Shader) -> Vec<Used> {
    let Ok(reflection) = reflect(&bytes(&shader.words)) else {
        return Vec::new();
    };
    used(&reflection, shader.entry_point(&reflection))
}

fn used(reflection: &Reflection, entry: Option<&EntryPoint>) -> Vec<Used> {
    let mut found = Vec::new();
    for descriptor in &reflection.descriptors {
        if entry.is_some_and(|entry| entry.use_of(descriptor.variable).is_none()) {
            continue;
        }
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
        let names = [name, block_name(reflection, descriptor.element)];
        let names = names.into_iter().flatten().filter(|name| !name.is_empty());
        found.push(Used { place: Place { set, binding }, class, names: names.collect() });
    }
    found.sort_by_key(|used| used.place);
    found
}

/// The name of a block's type. A block without one that holds nothing but a structure has the name of that.
fn block_name(reflection: &Reflection, block: TypeId) -> Option<String> {
    let ty = reflection.types.get(block.0 as usize)?;
    match &ty.kind {
        TypeKind::Struct { members, .. } if ty.name.as_deref().unwrap_or_default().is_empty() => {
            let [member] = members.as_slice() else { return None };
            reflection.types.get(member.ty.0 as usize)?.name.clone()
        }
        _ => ty.name.clone(),
    }
}
