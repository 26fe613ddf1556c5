//! The resources of a module with their registers.

use glassbox_spirv::Reflection;
use glassbox_spirv::reflect::{DescriptorCount, DescriptorKind};

use super::refusal::Refusal;
use crate::back::{self, rules};
use crate::shader::{Class, Place, ROOT, Slot, Slots};

/// A resource and where it goes.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    /// Id of the variable.
    pub(super) id: u32,
    /// Where the module has it.
    pub(super) place: Place,
    /// Id of the block's type; 0 for what is no block.
    pub(super) block: u32,
    /// Register and name.
    pub(super) slot: Slot,
}

/// Every resource of the module.
///
/// # Errors
/// A resource without a register, or of a kind that has none.
pub(super) fn resources(reflection: &Reflection, slots: &Slots) -> Result<Vec<Resource>, Refusal> {
    let mut list = Vec::new();
    for descriptor in &reflection.descriptors {
        let name = reflection
            .variable(descriptor.variable)
            .and_then(|variable| variable.name.clone())
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| format!("%{}", descriptor.variable));
        let refuse = |message: String| Err(Refusal::new(&rules::NO_SYMBOL, message));
        let (Some(set), Some(binding)) = (descriptor.set, descriptor.binding) else {
            return refuse(format!("`{name}` has no set and binding, expected both"));
        };
        let (class, kind) = match descriptor.kind {
            DescriptorKind::UniformBuffer => (Class::ConstantBuffer, "a uniform block"),
            DescriptorKind::SampledImage => (Class::Texture, "a texture"),
            DescriptorKind::Sampler => (Class::Sampler, "a sampler"),
            other => {
                return refuse(format!(
                    "`{name}` is {}, expected a uniform block, a texture or a sampler",
                    kind_name(other)
                ));
            }
        };
        if descriptor.count != DescriptorCount::One {
            return refuse(format!("`{name}` is an array of resources, expected one resource a name"));
        }
        let place = Place { set, binding };
        let root = || Slot { class: Class::ConstantBuffer, register: 0, name: back::ROOT_NAME.to_owned() };
        let slot = slots.get(&place).cloned();
        let Some(slot) = slot.or_else(|| (place == ROOT).then(root)) else {
            return Err(Refusal::new(
                &rules::NO_REGISTER,
                format!("`{name}` at set {set}, binding {binding} has no register, expected one"),
            ));
        };
        if slot.class != class {
            return Err(Refusal::new(
                &rules::NO_REGISTER,
                format!("`{name}` is {kind}, and its register `{}` is of another class", slot.name),
            ));
        }
        let block = reflection
            .types
            .get(descriptor.element.0 as usize)
            .filter(|_| class == Class::ConstantBuffer)
            .map_or(0, |ty| ty.id);
        list.push(Resource { id: descriptor.variable, place, block, slot });
    }
    if list.iter().filter(|resource| resource.place == ROOT).count() > 1 {
        return Err(Refusal::new(
            &rules::TWO_ROOTS,
            "the shader has push constants and loose uniforms, and a program has one block of root constants",
        ));
    }
    Ok(list)
}

fn kind_name(kind: DescriptorKind) -> &'static str {
    match kind {
        DescriptorKind::Sampler => "a sampler",
        DescriptorKind::SampledImage => "a texture",
        DescriptorKind::CombinedImageSampler => "texture and sampler in one",
        DescriptorKind::StorageImage => "a storage image",
        DescriptorKind::UniformTexelBuffer => "a texel buffer",
        DescriptorKind::StorageTexelBuffer => "a storage texel buffer",
        DescriptorKind::UniformBuffer => "a uniform block",
        DescriptorKind::StorageBuffer => "a storage block",
        DescriptorKind::InputAttachment => "an input attachment",
        DescriptorKind::AccelerationStructure => "an acceleration structure",
    }
}
