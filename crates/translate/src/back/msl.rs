//! MSL: buffers, textures and samplers by their registers, varyings as SPIRV-Cross calls them.

mod spaced;

use glassbox_core::diagnostic::Diagnostic;
use naga::EarlyDepthTest;
use naga::back::msl;

use super::glsl::members;
use super::names::{Names, Role};
use super::prepare::{Prepared, unwritable};
use super::words::Language;
use super::{Parts, WriteOptions};
use crate::output::Output;
use crate::shader::{Class, Stage};
use crate::writers::{self, Varyings};
use glassbox_core::name_map::Resource;

pub(super) fn write(
    prepared: &mut Prepared,
    version: (u8, u8),
    options: &WriteOptions<'_>,
) -> Result<Parts, Vec<Diagnostic>> {
    let mut names = Names::new(&prepared.module, Language::Msl);
    // First, because structures lose the names of their members.
    let stage = prepared.stage;
    let attribute = |input: bool| {
        move |location: u32, index: u32| match (stage, input) {
            (Stage::Vertex, true) => format!("[[attribute({location})]]"),
            (Stage::Fragment, false) if index > 0 => format!("[[color({location}), index({index})]]"),
            (Stage::Fragment, false) => format!("[[color({location})]]"),
            _ => format!("[[user(locn{location})]]"),
        }
    };
    let inputs = super::ports(prepared.inputs(), attribute(true));
    let outputs = super::ports(prepared.outputs(), attribute(false));
    let structures = names.structures(&mut prepared.module);
    let arrays = spaced::name(&mut prepared.module, &mut names);
    let mut indices = msl::BindingMap::default();
    let mut ids = Vec::new();
    for resource in &prepared.resources {
        let (id, token) = names.stand_in(&resource.symbol, Role::Bound);
        ids.push(id);
        let is_image = {
            let ty = prepared.module.global_variables[resource.handle].ty;
            matches!(prepared.module.types[ty].inner, naga::TypeInner::Image { .. })
        };
        let variable = prepared.module.global_variables.get_mut(resource.handle);
        variable.name = Some(token);
        let Some(binding) = variable.binding else {
            continue;
        };
        let index = u8::try_from(resource.register).unwrap_or(u8::MAX);
        let mut target = msl::BindTarget {
            mutable: variable.space != naga::AddressSpace::Uniform,
            ..msl::BindTarget::default()
        };
        match resource.class {
            Some(Class::ConstantBuffer) => target.buffer = Some(index),
            Some(Class::Texture) => target.texture = Some(index),
            Some(Class::Sampler) => target.sampler = Some(msl::BindSamplerTarget::Resource(index)),
            None if is_image => target.texture = Some(index),
            None => target.buffer = Some(index),
        }
        indices.insert(binding, target);
    }
    // Metal does not allow `main`; SPIRV-Cross calls it so too.
    let (entry, token) = names.stand_in(super::entry_name(prepared, options, "main0"), Role::Bound);
    let mut tests_early = false;
    if let Some(point) = prepared.module.entry_points.first_mut() {
        point.name.clone_from(&token);
        tests_early = point.early_depth_test == Some(EarlyDepthTest::Force);
    }
    prepared.revalidate()?;
    let (mut text, _) =
        writers::msl(&prepared.module, &prepared.info, version, indices, Varyings::SpirvCross)
            .map_err(|error| vec![unwritable(&error)])?;
    text = spaced::space(text, &arrays, &mut names);
    if tests_early {
        text = super::in_front_of_line(text, &format!(" {token}("), "[[early_fragment_tests]]\n");
    }
    let text = names.put(&text);

    let resources = prepared
        .resources
        .iter()
        .zip(&ids)
        .map(|(resource, id)| {
            let ty = prepared.module.global_variables[resource.handle].ty;
            let kind = match resource.class {
                Some(Class::Texture) => "texture",
                Some(Class::Sampler) => "sampler",
                None if matches!(prepared.module.types[ty].inner, naga::TypeInner::Image { .. }) => "texture",
                Some(Class::ConstantBuffer) | None => "buffer",
            };
            Resource {
                symbol: resource.symbol.clone(),
                place: resource.place,
                class: resource.class,
                written: names.written(*id).to_owned(),
                bound: format!("[[{kind}({})]]", resource.register),
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
