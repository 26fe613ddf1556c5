//! WGSL: groups and bindings as the source has them.

use glassbox_core::diagnostic::Diagnostic;

use super::glsl::members;
use super::names::{Names, Role};
use super::prepare::{Prepared, unwritable};
use super::words::Language;
use super::{Parts, WriteOptions};
use crate::output::Output;
use crate::writers;
use glassbox_core::name_map::Resource;

pub(super) fn write(prepared: &mut Prepared, options: &WriteOptions<'_>) -> Result<Parts, Vec<Diagnostic>> {
    let mut names = Names::new(&prepared.module, Language::Wgsl);
    // First, because structures lose the names of their members.
    let inputs = super::ports(prepared.inputs(), |location, _| format!("@location({location})"));
    let outputs = super::ports(prepared.outputs(), |location, _| format!("@location({location})"));
    let structures = names.structures(&mut prepared.module);
    let mut ids = Vec::new();
    for resource in &prepared.resources {
        let (id, token) = names.stand_in(&resource.symbol, Role::Bound);
        prepared.module.global_variables.get_mut(resource.handle).name = Some(token);
        ids.push(id);
    }
    let (entry, token) = names.stand_in(super::entry_name(prepared, options, "main"), Role::Bound);
    if let Some(point) = prepared.module.entry_points.first_mut() {
        point.name = token;
    }
    prepared.revalidate()?;
    let text = writers::wgsl(&prepared.module, &prepared.info).map_err(|error| vec![unwritable(&error)])?;
    let text = names.put(&text);
    let resources = prepared
        .resources
        .iter()
        .zip(&ids)
        .map(|(resource, id)| {
            let variable = &prepared.module.global_variables[resource.handle];
            let ty = variable.ty;
            let bound = variable.binding.map(|binding| (binding.group, binding.binding));
            let (group, binding) = bound.unwrap_or((resource.place.set, resource.place.binding));
            Resource {
                symbol: resource.symbol.clone(),
                place: resource.place,
                class: resource.class,
                written: names.written(*id).to_owned(),
                bound: format!("group {group} binding {binding}"),
                members: structures.get(&ty).map(|structure| members(structure, &names)).unwrap_or_default(),
            }
        })
        .collect();
    Ok(Parts {
        output: Output::Text(text),
        entry: names.written(entry).to_owned(),
        inputs,
        outputs,
        resources,
        notes: Vec::new(),
    })
}
