//! Sets and bindings of a module kept in the target, as far as it has them.
//!
//! | target | what stays |
//! | --- | --- |
//! | SPIR-V, WGSL | set and binding; in SPIR-V a sampler that was one with its texture has the texture's |
//! | HLSL | the binding is the number of the register, from shader model 5.1 on the set is its space |
//! | GLSL | the binding, in the versions that state bindings: uniform blocks, storage blocks, textures and images count apart |
//! | MSL | the binding is the index: buffers, textures and samplers count apart |
//!
//! Where two resources would get one number, or a number is beyond what the target has, the later one gets the first free number.

use std::collections::BTreeMap;

use glassbox_core::diagnostic::Diagnostic;
use naga::{AddressSpace, ImageClass, Module, StorageAccess, TypeInner};

use super::check::language;
use super::prepare::{Bound, location};
use super::rules;
use crate::output::{GlslVersion, Target};
use crate::shader::{Class, Place, Shader};

/// What a target numbers together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// Everything of a descriptor set.
    Descriptor,
    UniformBuffer,
    StorageBuffer,
    /// Buffers of both kinds.
    Buffer,
    Texture,
    Image,
    Sampler,
    /// Read-only views: textures and buffers.
    View,
    /// Views that are written to.
    Unordered,
}

impl Kind {
    /// The words for messages.
    const fn name(self) -> &'static str {
        match self {
            Kind::Descriptor => "descriptors of a set",
            Kind::UniformBuffer => "uniform blocks",
            Kind::StorageBuffer => "storage blocks",
            Kind::Buffer => "buffers",
            Kind::Texture => "textures",
            Kind::Image => "images",
            Kind::Sampler => "samplers",
            Kind::View => "textures and read-only buffers",
            Kind::Unordered => "buffers and images that are written",
        }
    }
}

/// Gives the resources the numbers that they have in the module, and says which cannot have theirs.
pub(super) fn keep(
    resources: &mut [Bound],
    module: &Module,
    shader: &Shader,
    target: Target,
) -> Vec<Diagnostic> {
    let mut taken: BTreeMap<(Kind, u32, u32), usize> = BTreeMap::new();
    let mut late = Vec::new();
    for (index, resource) in resources.iter_mut().enumerate() {
        let Some((kind, limit)) = kind(resource, module, target) else {
            continue;
        };
        let texture = texture_of(resource, shader);
        let place = texture.unwrap_or(resource.place);
        let space = if has_spaces(target) { place.set } else { 0 };
        let key = (kind, space, place.binding);
        let is_shared = texture.is_some() && matches!(target, Target::Spirv(..));
        let is_free = is_shared || !taken.contains_key(&key);
        if resource.is_root() || place.binding >= limit || !is_free {
            late.push((index, kind, space, place));
            continue;
        }
        taken.entry(key).or_insert(index);
        resource.space = space;
        resource.register = place.binding;
    }
    let mut notes = Vec::new();
    for (index, kind, space, place) in late {
        let number = (0..=u32::MAX).find(|number| !taken.contains_key(&(kind, space, *number)));
        let number = number.unwrap_or_default();
        let other = taken.get(&(kind, space, place.binding)).copied();
        taken.insert((kind, space, number), index);
        let symbol = resources[index].symbol.clone();
        if !resources[index].is_root() {
            let reason = match other {
                Some(other) => format!(
                    "{:?} has that number, and {} counts {} together",
                    resources[other].symbol,
                    language(target),
                    kind.name()
                ),
                None => format!("{} has no such number for {}", language(target), kind.name()),
            };
            let message = format!(
                "{symbol:?} at set {} binding {} gets the number {number}: {reason}",
                place.set, place.binding
            );
            let span = module.global_variables.get_span(resources[index].handle);
            notes.push(
                Diagnostic::new(&rules::MOVED, location(span), message)
                    .help("bind it by the number that is written, which the name map (--name-map) states"),
            );
        }
        resources[index].space = space;
        resources[index].register = number;
    }
    notes
}

/// Whether a target has sets or spaces.
const fn has_spaces(target: Target) -> bool {
    match target {
        Target::Spirv(..) | Target::Wgsl => true,
        Target::Hlsl(major, minor) => major > 5 || minor > 0,
        Target::Glsl(_) | Target::Msl(..) => false,
    }
}

/// The place of the texture with which a sampler was one.
fn texture_of(resource: &Bound, shader: &Shader) -> Option<Place> {
    let pair = shader
        .combined
        .iter()
        .find(|pair| pair.sampler_place == resource.place && resource.class == Some(Class::Sampler))?;
    Some(pair.texture_place)
}

/// With what a resource is numbered, and how many numbers there are; `None` where the target has none for it, or where it is
/// written as in the module anyway.
fn kind(resource: &Bound, module: &Module, target: Target) -> Option<(Kind, u32)> {
    let variable = &module.global_variables[resource.handle];
    let ty = match module.types[variable.ty].inner {
        TypeInner::BindingArray { base, .. } => base,
        _ => variable.ty,
    };
    let image = match module.types[ty].inner {
        TypeInner::Image { class, .. } => Some(class),
        _ => None,
    };
    let stores = match (variable.space, image) {
        (AddressSpace::Storage { access }, _) | (_, Some(ImageClass::Storage { access, .. })) => {
            Some(access.contains(StorageAccess::STORE))
        }
        _ => None,
    };
    let is_sampler = matches!(module.types[ty].inner, TypeInner::Sampler { .. });
    let is_buffer = image.is_none() && !is_sampler;
    Some(match target {
        Target::Wgsl => return None,
        Target::Spirv(..) if resource.is_root() => return None,
        Target::Spirv(..) => (Kind::Descriptor, u32::MAX),
        Target::Glsl(version) => {
            let states = matches!(version, GlslVersion::Core(420..) | GlslVersion::Es(310..));
            let kind = match (stores, is_buffer) {
                _ if !states || is_sampler => return None,
                (Some(_), true) => Kind::StorageBuffer,
                (Some(_), false) => Kind::Image,
                (None, true) => Kind::UniformBuffer,
                (None, false) => Kind::Texture,
            };
            (kind, 256)
        }
        Target::Hlsl(..) => match stores {
            _ if is_sampler => (Kind::Sampler, 16),
            Some(true) => (Kind::Unordered, 64),
            None if is_buffer => (Kind::UniformBuffer, 14),
            Some(false) | None => (Kind::View, 128),
        },
        // Buffers above are those of vertices.
        Target::Msl(..) if is_buffer => (Kind::Buffer, 30),
        Target::Msl(..) if is_sampler => (Kind::Sampler, 16),
        Target::Msl(..) => (Kind::Texture, 128),
    })
}
