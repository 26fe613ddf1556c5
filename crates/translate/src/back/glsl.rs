//! GLSL: blocks called as their symbols with their members inside, combined samplers called as their textures, inputs and outputs called
//! as in the source, varyings called by their locations.

mod text;

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location};
use naga::{AddressSpace, Binding, TypeInner};

use super::names::{NameId, Names, Role, Structure};
use super::prepare::{Bound, Prepared, is_position, unwritable};
use super::words::Language;
use super::{ClipSpace, Parts, WriteOptions, rules};
use crate::output::{GlslVersion, Output};
use crate::shader::Stage;
use crate::writers;
use glassbox_core::name_map::{Member, Port, Resource};

/// Whether a version states bindings; in older ones names bind.
const fn has_bindings(version: GlslVersion) -> bool {
    matches!(version, GlslVersion::Core(420..) | GlslVersion::Es(310..))
}

/// The letters by which the writer tells stages apart in names.
const fn suffix(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vs",
        Stage::Fragment => "fs",
        _ => "cs",
    }
}

/// A block as the writer declares it.
struct Block<'a> {
    resource: &'a Bound,
    /// Identifier of the block.
    block: String,
    /// Identifier of its variable.
    variable: String,
    structure: Option<&'a Structure>,
    name: NameId,
}

pub(super) fn write(
    prepared: &mut Prepared,
    version: GlslVersion,
    options: &WriteOptions<'_>,
) -> Result<Parts, Vec<Diagnostic>> {
    one_sampler_each(prepared)?;
    let mut names = Names::new(&prepared.module, Language::Glsl);
    // First, because structures lose the names of their members.
    let inputs = ports(prepared, &mut names, options, true);
    let outputs = ports(prepared, &mut names, options, false);
    let structures = names.structures(&mut prepared.module);
    let mut bindings = naga::back::glsl::BindingMap::default();
    if has_bindings(version) {
        for resource in &prepared.resources {
            if let Some(binding) = resource.binding(&prepared.module) {
                bindings.insert(binding, u8::try_from(resource.register).unwrap_or(u8::MAX));
            }
        }
    }
    prepared.revalidate()?;
    let (mut text, reflection) = writers::glsl(&prepared.module, &prepared.info, version, bindings)
        .map_err(|error| vec![unwritable(&error)])?;

    let module = &prepared.module;
    let mut blocks = Vec::new();
    let mut textures: HashMap<usize, NameId> = HashMap::new();
    for (index, resource) in prepared.resources.iter().enumerate() {
        let Some(binding) = resource.binding(module) else {
            continue;
        };
        let variable =
            format!("_group_{}_binding_{}_{}", binding.group, binding.binding, suffix(prepared.stage));
        let global = &module.global_variables[resource.handle];
        if let Some(block) = reflection.uniforms.get(&resource.handle) {
            let name = names.want(block, &resource.symbol, Role::Bound);
            let instance = global.name.as_deref().filter(|name| !name.is_empty());
            names.want(&variable, instance.unwrap_or(&resource.symbol), Role::Global);
            blocks.push(Block {
                resource,
                block: block.clone(),
                variable,
                structure: structures.get(&global.ty),
                name,
            });
        } else if matches!(module.types[global.ty].inner, TypeInner::Image { .. }) {
            textures.insert(index, names.want(variable, &resource.symbol, Role::Bound));
        }
    }
    text = text::without_copies(&text, &inputs);
    for block in &blocks {
        // A block that is as long as it likes has its members inside already.
        if matches!(
            module.global_variables[block.resource.handle].space,
            AddressSpace::Uniform | AddressSpace::Storage { .. }
        ) {
            text = text::inline(&text, block);
        }
    }
    for block in &blocks {
        if let Some(structure) = block.structure {
            text = text::without_unused(text, structure);
        }
    }
    text = text::without_first_instance(text);
    text = text::samples(text);
    if reads_position(prepared)
        && options.clip != ClipSpace::OpenGl
        && matches!(version, GlslVersion::Core(_))
    {
        text = text::insert(text, "layout(origin_upper_left) in vec4 gl_FragCoord;\n");
    }
    if version == GlslVersion::Es(320) {
        // These are part of the version, and drivers need not have the extensions beside it.
        for extension in [
            "GL_EXT_texture_cube_map_array",
            "GL_OES_sample_variables",
            "GL_OES_texture_storage_multisample_2d_array",
        ] {
            text = text.replace(&format!("#extension {extension} : require\n"), "");
        }
    }
    let text = names.put(&text);

    let mut notes = Vec::new();
    let mut resources = Vec::new();
    for (index, resource) in prepared.resources.iter().enumerate() {
        let block = blocks.iter().find(|block| block.resource.handle == resource.handle);
        let name = block.map(|block| block.name).or_else(|| textures.get(&index).copied());
        let written = name.map(|name| names.written(name).to_owned()).unwrap_or_default();
        let bound = match (&name, has_bindings(version)) {
            (None, _) => String::new(),
            (Some(_), true) => format!("binding {}", resource.register),
            (Some(_), false) => "by name".to_owned(),
        };
        if name.is_some() && !has_bindings(version) && written != resource.symbol {
            notes.push(other_name(&resource.symbol, &written, version));
        }
        let members = block.and_then(|block| block.structure).map(|structure| members(structure, &names));
        resources.push(Resource {
            symbol: resource.symbol.clone(),
            place: resource.place,
            class: resource.class,
            written,
            bound,
            members: members.unwrap_or_default(),
        });
    }
    let finish = |ports: Vec<(Port, NameId)>| {
        ports.into_iter().map(|(port, id)| Port { written: names.written(id).to_owned(), ..port }).collect()
    };
    Ok(Parts {
        output: Output::Text(text),
        entry: "main".to_owned(),
        inputs: finish(inputs),
        outputs: finish(outputs),
        resources,
        notes,
    })
}

/// The members of a structure with the names that were put in.
pub(super) fn members(structure: &Structure, names: &Names) -> Vec<Member> {
    structure
        .members
        .iter()
        .map(|field| Member {
            name: field.name.clone(),
            written: names.written(field.id).to_owned(),
            offset: field.offset,
        })
        .collect()
}

fn other_name(symbol: &str, written: &str, version: GlslVersion) -> Diagnostic {
    Diagnostic::new(
        &rules::OTHER_NAME,
        Location::default(),
        format!("the symbol {symbol:?} is written as {written:?}, and GLSL {version} binds by name"),
    )
    .help("rename it in the source to an identifier that is no word of GLSL")
}

/// Refuses textures that are used with two samplers: each texture is one variable with its sampler.
fn one_sampler_each(prepared: &Prepared) -> Result<(), Vec<Diagnostic>> {
    let info = prepared.info.get_entry_point(0);
    let symbol = |handle| {
        let resource = prepared.resources.iter().find(|resource| resource.handle == handle);
        resource.map_or("", |resource| resource.symbol.as_str())
    };
    let mut pairs: Vec<_> = info.sampling_set.iter().map(|pair| (pair.image, pair.sampler)).collect();
    pairs.sort();
    let findings: Vec<Diagnostic> = pairs
        .windows(2)
        .filter_map(|pair| match pair {
            [(image, first), (other, second)] if image == other => {
                let message = format!(
                    "the texture {:?} is sampled with {:?} and with {:?}, and OpenGL has texture and sampler in one",
                    symbol(*image),
                    symbol(*first),
                    symbol(*second)
                );
                let finding = Diagnostic::new(&rules::TWO_SAMPLERS, Location::default(), message);
                Some(finding.help("use one of the samplers, or declare the texture twice"))
            }
            _ => None,
        })
        .collect();
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

fn reads_position(prepared: &Prepared) -> bool {
    prepared.stage == Stage::Fragment && prepared.inputs().iter().any(|input| is_position(input.binding))
}

/// The inputs or outputs with locations, with the identifiers that the writer gives them.
fn ports(
    prepared: &Prepared,
    names: &mut Names,
    options: &WriteOptions<'_>,
    input: bool,
) -> Vec<(Port, NameId)> {
    let (kind, stated) = match (prepared.stage, input) {
        (Stage::Vertex, true) => ("p2vs", Some(&options.inputs)),
        (Stage::Fragment, false) => ("fs2p", Some(&options.outputs)),
        _ => ("vs2fs", None),
    };
    let consumer = if input {
        Some(prepared.stage)
    } else {
        options.consumer(prepared.stage).map(|shader| shader.stage)
    };
    let list = if input { prepared.inputs() } else { prepared.outputs() };
    let mut ports = Vec::new();
    for io in list {
        let Binding::Location { location, blend_src, .. } = *io.binding else {
            continue;
        };
        let source = io.name.unwrap_or_default();
        let name = match stated {
            None => super::varying(location, consumer),
            Some(stated) => match (stated.get(&location), blend_src) {
                (Some(name), None | Some(0)) => name.clone(),
                _ if !source.is_empty() => source.to_owned(),
                _ if input => format!("input{location}"),
                (_, Some(1)) => format!("output{location}_second"),
                _ => format!("output{location}"),
            },
        };
        // The second source has the location of the first, and the writer calls it as if it had the next.
        let number = if blend_src == Some(1) { 1 } else { location };
        let id = names.want(format!("_{kind}_location{number}"), name, Role::Bound);
        let port = Port {
            name: source.to_owned(),
            location,
            index: blend_src.unwrap_or_default(),
            written: String::new(),
        };
        ports.push((port, id));
    }
    ports.sort_by_key(|(port, _)| (port.location, port.index));
    ports
}
