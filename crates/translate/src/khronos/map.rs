//! Under which names and registers the parts of a shader are written.

use glassbox_spirv::Reflection;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::EntryPoint;

use super::resources::Resource;
use super::varyings::Around;
use crate::back::varying;
use crate::output::{GlslVersion, Target};
use crate::shader::{Class, ROOT, Stage};
use glassbox_core::name_map::{Member, Port, Resource as Written, ShaderNames};

/// The names of a shader that was written for a target.
pub(super) fn names(
    reflection: &Reflection,
    entry: &EntryPoint,
    resources: &[Resource],
    around: Around<'_>,
    target: Target,
) -> ShaderNames {
    let stage = around.stage;
    let ports = |class: u32| {
        let list = match class {
            storage::INPUT => reflection.input_locations(entry),
            _ => reflection.output_locations(entry),
        };
        let outside =
            matches!((stage, class), (Stage::Vertex, storage::INPUT) | (Stage::Fragment, storage::OUTPUT));
        let mut ports: Vec<Port> = list
            .into_iter()
            .map(|one| {
                let name = one.name.unwrap_or_default();
                let written = match target {
                    Target::Glsl(_) if !outside => varying(one.location, around.consumer(class)),
                    Target::Hlsl(..) => format!("TEXCOORD{}", one.location),
                    _ => name.clone(),
                };
                Port { name, location: one.location, index: 0, written }
            })
            .collect();
        ports.sort_by_key(|port| port.location);
        ports
    };
    ShaderNames {
        target: crate::back::check::language(target),
        stage,
        entry: "main".to_owned(),
        inputs: ports(storage::INPUT),
        outputs: ports(storage::OUTPUT),
        resources: resources.iter().map(|resource| written(reflection, resource, target)).collect(),
    }
}

fn written(reflection: &Reflection, resource: &Resource, target: Target) -> Written {
    let slot = &resource.slot;
    let absent = matches!((target, slot.class), (Target::Glsl(_), Class::Sampler));
    let bound = match (target, slot.class) {
        _ if absent => String::new(),
        (Target::Spirv(..), _) if resource.place == ROOT => "push constants".to_owned(),
        (Target::Spirv(..), class) => {
            format!("set {} binding {}", crate::back::spirv::set(class), slot.register)
        }
        (Target::Hlsl(..), Class::ConstantBuffer) => format!("register(b{})", slot.register),
        (Target::Hlsl(..), Class::Texture) => format!("register(t{})", slot.register),
        (Target::Hlsl(..), Class::Sampler) => format!("register(s{})", slot.register),
        (Target::Glsl(GlslVersion::Core(420..) | GlslVersion::Es(310..)), _) => {
            format!("binding {}", slot.register)
        }
        _ => "by name".to_owned(),
    };
    let variable = reflection.variable(resource.id);
    let members = variable
        .filter(|_| slot.class == Class::ConstantBuffer)
        .map_or(&[][..], |variable| reflection.members(variable.ty));
    Written {
        symbol: slot.name.clone(),
        place: resource.place,
        class: Some(slot.class),
        written: if absent { String::new() } else { slot.name.clone() },
        bound,
        members: members
            .iter()
            .map(|member| {
                let name = member.name.clone().unwrap_or_default();
                let written = match target {
                    Target::Hlsl(..) => format!("{}_{name}", slot.name.trim_matches('_')),
                    _ => name.clone(),
                };
                Member { name, written, offset: member.offset.unwrap_or(0) }
            })
            .collect(),
    }
}
