//! SPIR-V: set 0 holds blocks, set 1 textures, set 2 samplers, each at its register; root constants are push constants.

use glassbox_core::diagnostic::Diagnostic;
use naga::back::spv;
use naga::{GlobalVariable, Handle, TypeInner};

use super::prepare::{Prepared, unwritable};
use super::{Parts, WriteOptions};
use crate::output::Output;
use crate::shader::Class;
use crate::writers;
use glassbox_core::name_map::{Member, Resource};

/// Descriptor set of a kind of registers.
#[must_use]
pub const fn set(class: Class) -> u32 {
    match class {
        Class::ConstantBuffer => 0,
        Class::Texture => 1,
        Class::Sampler => 2,
    }
}

pub(super) fn write(
    prepared: &mut Prepared,
    version: (u8, u8),
    options: &WriteOptions<'_>,
) -> Result<Parts, Vec<Diagnostic>> {
    let mut descriptors = spv::BindingMap::default();
    for resource in &prepared.resources {
        let variable = prepared.module.global_variables.get_mut(resource.handle);
        variable.name = Some(resource.symbol.clone());
        if let Some(binding) = variable.binding {
            let info = spv::BindingInfo {
                descriptor_set: resource.space,
                binding: resource.register,
                binding_array_size: None,
            };
            descriptors.insert(binding, info);
        }
    }
    let name = super::entry_name(prepared, options, "main");
    if let Some(point) = prepared.module.entry_points.first_mut() {
        point.name = name.clone();
    }
    prepared.revalidate()?;
    let words = writers::spirv(&prepared.module, &prepared.info, version, descriptors)
        .map_err(|error| vec![unwritable(&error)])?;
    Ok(Parts {
        output: Output::Words(super::covered::as_arrays(words)),
        entry: name,
        inputs: super::ports_as_named(prepared.inputs()),
        outputs: super::ports_as_named(prepared.outputs()),
        resources: as_named(prepared, |resource, _| {
            if resource.is_root() {
                "push constants".to_owned()
            } else {
                format!("set {} binding {}", resource.space, resource.register)
            }
        }),
        notes: Vec::new(),
    })
}

/// The resources where names are written as they are.
pub(super) fn as_named(
    prepared: &Prepared,
    bound: impl Fn(&super::prepare::Bound, Option<Class>) -> String,
) -> Vec<Resource> {
    let members = |handle: Handle<GlobalVariable>| {
        let ty = prepared.module.global_variables[handle].ty;
        match &prepared.module.types[ty].inner {
            TypeInner::Struct { members, .. } => members
                .iter()
                .map(|member| {
                    let name = member.name.clone().unwrap_or_default();
                    Member { written: name.clone(), name, offset: member.offset }
                })
                .collect(),
            _ => Vec::new(),
        }
    };
    prepared
        .resources
        .iter()
        .map(|resource| Resource {
            symbol: resource.symbol.clone(),
            place: resource.place,
            class: resource.class,
            written: resource.symbol.clone(),
            bound: bound(resource, resource.class),
            members: members(resource.handle),
        })
        .collect()
}
