//! Under which names and registers the parts of a stage are written as HLSL.

use glassbox_core::name_map::{Class, Member, Port, Resource as Written, ShaderNames};
use glassbox_spirv::Reflection;
use glassbox_spirv::reflect::{EntryPoint, Location};

use crate::back::language;
use crate::back::resources::Resource;
use crate::output::Target;
use crate::shader::Stage;

/// The names of a stage that was written for a shader model.
pub(super) fn names(
    (reflection, entry): (&Reflection, &EntryPoint),
    resources: &[Resource],
    stage: Stage,
    (major, minor): (u8, u8),
) -> ShaderNames {
    let ports = |list: Vec<Location>| {
        let port = |one: Location| Port {
            name: one.name.unwrap_or_default(),
            location: one.location,
            index: 0,
            written: format!("TEXCOORD{}", one.location),
        };
        let mut ports: Vec<Port> = list.into_iter().map(port).collect();
        ports.sort_by_key(|port| port.location);
        ports
    };
    ShaderNames {
        target: language(Target::Hlsl(major, minor)),
        stage,
        entry: "main".to_owned(),
        inputs: ports(reflection.input_locations(entry)),
        outputs: ports(reflection.output_locations(entry)),
        resources: resources.iter().map(|resource| written(reflection, resource)).collect(),
        stage_buffers: Vec::new(),
        module: None,
        lines: Vec::new(),
    }
}

fn written(reflection: &Reflection, resource: &Resource) -> Written {
    let letter = match resource.class {
        Some(Class::ConstantBuffer) => 'b',
        Some(Class::Texture) => 't',
        Some(Class::Sampler) => 's',
        None => 'u',
    };
    let variable = reflection.variable(resource.id);
    let members = variable
        .filter(|_| resource.class == Some(Class::ConstantBuffer))
        .map_or(&[][..], |variable| reflection.members(variable.ty));
    Written {
        symbol: resource.name.clone(),
        place: resource.place,
        class: resource.class,
        written: resource.name.clone(),
        bound: format!("register({letter}{})", resource.register),
        members: members
            .iter()
            .map(|member| {
                let name = member.name.clone().unwrap_or_default();
                let written = format!("{}_{name}", resource.name.trim_matches('_'));
                Member { name, written, offset: member.offset.unwrap_or(0) }
            })
            .collect(),
    }
}
