//! Lists the resources of a module with their registers.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_spirv::Reflection;
use glassbox_spirv::reflect::{Descriptor, DescriptorCount, DescriptorKind, EntryPoint};

use super::prepare::ROOT_NAME;
use super::rules;
use crate::shader::{Class, Place, ROOT, Slots};

/// A resource and where it goes.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    /// Id of the variable.
    pub(super) id: u32,
    /// Id of the block's type; 0 for what is no block.
    pub(super) block: u32,
    /// Where the module has it; [`ROOT`] for root constants of any kind.
    pub(super) place: Place,
    /// Kind of register; `None` for what packs have no symbol for.
    pub(super) class: Option<Class>,
    /// Register.
    pub(super) register: u32,
    /// Name of the symbol.
    pub(super) name: String,
}

/// Every resource that the entry point uses.
///
/// # Errors
/// Resources without a register, or of a kind that has none.
pub(super) fn resources(
    reflection: &Reflection,
    entry: &EntryPoint,
    slots: &Slots,
    is_pack: bool,
) -> Result<Vec<Resource>, Vec<Diagnostic>> {
    let mut list = Vec::new();
    let mut findings = Vec::new();
    for descriptor in &reflection.descriptors {
        if entry.use_of(descriptor.variable).is_none() {
            continue;
        }
        match resource(reflection, descriptor, slots, is_pack) {
            Ok(resource) => list.push(resource),
            Err(finding) => findings.push(*finding),
        }
    }
    if list.iter().filter(|resource| resource.place == ROOT).count() > 1 {
        let message =
            "the shader has push constants and loose uniforms, and a program has one block of root constants";
        let finding = Diagnostic::new(&rules::TWO_ROOTS, Location::default(), message);
        findings.push(finding.help("move the loose uniforms into the block of push constants"));
    }
    list.sort_by_key(|resource| resource.place);
    if findings.is_empty() { Ok(list) } else { Err(findings) }
}

fn resource(
    reflection: &Reflection,
    descriptor: &Descriptor,
    slots: &Slots,
    is_pack: bool,
) -> Result<Resource, Box<Diagnostic>> {
    let name = reflection.variable(descriptor.variable).and_then(|variable| variable.name.clone());
    let name = name.unwrap_or_default();
    let class = descriptor.single_class();
    let Some(place) = descriptor.place() else {
        let message = format!("{name:?} has no set and binding, expected both");
        let finding = Diagnostic::new(&rules::NO_REGISTER, Location::default(), message);
        return Err(Box::new(finding.help("state the set and the binding of every resource")));
    };
    if class.is_none() && is_pack {
        return Err(Box::new(no_symbol(descriptor, &name)));
    }
    let slot = slots.get(&place).filter(|slot| Some(slot.class) == class);
    let (register, name) = match slot {
        Some(slot) => (u32::from(slot.register), slot.name.clone()),
        None if place == ROOT && class == Some(Class::ConstantBuffer) => (0, ROOT_NAME.to_owned()),
        None if class.is_none() => (place.binding, name),
        None => {
            let Place { set, binding } = place;
            let message = format!("{name:?} at set {set} binding {binding} has no register of its kind");
            let finding = Diagnostic::new(&rules::NO_REGISTER, Location::default(), message);
            return Err(Box::new(finding.help("give every resource that the reflection lists a register")));
        }
    };
    let block = reflection.types.get(descriptor.element.0 as usize);
    let block = block.filter(|_| class == Some(Class::ConstantBuffer)).map_or(0, |ty| ty.id);
    Ok(Resource { id: descriptor.variable, block, place, class, register, name })
}

fn no_symbol(descriptor: &Descriptor, name: &str) -> Diagnostic {
    let (what, cure) = match (descriptor.kind, descriptor.count) {
        (DescriptorKind::StorageBuffer, _) => ("a storage buffer", "use a uniform block or a texture"),
        (DescriptorKind::StorageImage, _) => ("a storage image", "use a sampled texture"),
        (DescriptorKind::CombinedImageSampler, _) => {
            ("texture and sampler in one", "declare the texture and the sampler apart")
        }
        (
            DescriptorKind::UniformBuffer | DescriptorKind::SampledImage | DescriptorKind::Sampler,
            DescriptorCount::Array(_) | DescriptorCount::Runtime,
        ) => (
            "an array of textures, samplers or blocks",
            "use an array texture, or one variable for each element",
        ),
        _ => ("no block, texture or sampler", "pass the data in a uniform block or a texture"),
    };
    let message = format!("{name:?} is {what}, and shader packs have no symbol for that");
    Diagnostic::new(&rules::NO_SYMBOL, Location::default(), message).help(cure)
}
