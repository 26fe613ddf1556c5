//! GLSL: blocks called as their symbols with their members inside, combined samplers called as their textures, inputs and outputs called
//! as in the source, varyings called by their locations.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location};
use naga::{AddressSpace, Binding, TypeInner};

use super::map::{Member, Port, Resource};
use super::names::{NameId, Names, Role, Structure};
use super::prepare::{Bound, Prepared, is_position, unwritable};
use super::words::{self, Language};
use super::{ClipSpace, Parts, WriteOptions, rules};
use crate::output::{GlslVersion, Output};
use crate::shader::Stage;
use crate::writers;

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
    prepared.revalidate().map_err(|finding| vec![finding])?;
    let (mut text, reflection) = writers::glsl(&prepared.module, &prepared.info, version, bindings)
        .map_err(|error| vec![unwritable(&error)])?;

    let module = &prepared.module;
    let mut blocks = Vec::new();
    let mut textures: HashMap<usize, NameId> = HashMap::new();
    for (index, resource) in prepared.resources.iter().enumerate() {
        let Some(binding) = resource.binding(module) else {
            continue;
        };
        let variable = format!(
            "_group_{}_binding_{}_{}",
            binding.group,
            binding.binding,
            suffix(prepared.stage)
        );
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
    text = without_copies(&text, &inputs);
    for block in &blocks {
        // A block that is as long as it likes has its members inside already.
        if matches!(
            module.global_variables[block.resource.handle].space,
            AddressSpace::Uniform | AddressSpace::Storage { .. }
        ) {
            text = inline(&text, block);
        }
    }
    for block in &blocks {
        if let Some(structure) = block.structure {
            text = without_unused(text, structure);
        }
    }
    text = without_first_instance(text);
    if reads_position(prepared)
        && options.clip != ClipSpace::OpenGl
        && matches!(version, GlslVersion::Core(_))
    {
        text = insert(text, "layout(origin_upper_left) in vec4 gl_FragCoord;\n");
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
        let block = blocks
            .iter()
            .find(|block| block.resource.handle == resource.handle);
        let name = block
            .map(|block| block.name)
            .or_else(|| textures.get(&index).copied());
        let written = name
            .map(|name| names.written(name).to_owned())
            .unwrap_or_default();
        let bound = match (&name, has_bindings(version)) {
            (None, _) => String::new(),
            (Some(_), true) => format!("binding {}", resource.register),
            (Some(_), false) => "by name".to_owned(),
        };
        if name.is_some() && !has_bindings(version) && written != resource.symbol {
            notes.push(other_name(&resource.symbol, &written, version));
        }
        let members = block
            .and_then(|block| block.structure)
            .map(|structure| members(structure, &names));
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
        ports
            .into_iter()
            .map(|(port, id)| Port {
                written: names.written(id).to_owned(),
                ..port
            })
            .collect()
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
        let resource = prepared
            .resources
            .iter()
            .find(|resource| resource.handle == handle);
        resource.map_or("", |resource| resource.symbol.as_str())
    };
    let mut pairs: Vec<_> = info
        .sampling_set
        .iter()
        .map(|pair| (pair.image, pair.sampler))
        .collect();
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
    if findings.is_empty() {
        Ok(())
    } else {
        Err(findings)
    }
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
    let consumer = match input {
        true => Some(prepared.stage),
        false => options.consumer(prepared.stage).map(|shader| shader.stage),
    };
    let list = if input {
        prepared.inputs()
    } else {
        prepared.outputs()
    };
    let mut ports = Vec::new();
    for io in list {
        let Binding::Location {
            location, blend_src, ..
        } = *io.binding
        else {
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

/// Uses inputs directly where the writer copies them to variables first.
fn without_copies(text: &str, inputs: &[(Port, NameId)]) -> String {
    let Some(at) = text.find("\nvoid main() {\n") else {
        return text.to_owned();
    };
    if inputs.is_empty() {
        return text.to_owned();
    }
    let (head, body) = text.split_at(at);
    let mut copies: HashMap<&str, &str> = HashMap::new();
    let mut rest = String::with_capacity(body.len());
    for line in body.split_inclusive('\n') {
        let words: Vec<&str> = line
            .trim_end_matches(['\n', ';'])
            .split_ascii_whitespace()
            .collect();
        match words.as_slice() {
            [_, copy, "=", input]
                if ["_p2vs_location", "_vs2fs_location"]
                    .iter()
                    .any(|kind| input.starts_with(kind) && line.ends_with(";\n")) =>
            {
                copies.insert(copy, input);
            }
            _ => rest.push_str(line),
        }
    }
    format!("{head}{}", replace(&rest, |word| copies.get(word).copied()))
}

/// Replaces identifiers that are no members.
fn replace<'a>(text: &str, with: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for word in words::identifiers(text) {
        result.push_str(text.get(end..word.start).unwrap_or_default());
        match with(word.text) {
            Some(other) if !word.member => result.push_str(other),
            _ => result.push_str(word.text),
        }
        end = word.start + word.text.len();
    }
    result.push_str(text.get(end..).unwrap_or_default());
    result
}

/// Puts the members of a block's structure into the block. The writer gives the block one member, which is the structure.
fn inline(text: &str, block: &Block<'_>) -> String {
    let declaration = format!("{} {{ ", block.block);
    let Some(at) = text.find(&declaration) else {
        return text.to_owned();
    };
    let Some(length) = text.get(at..).and_then(|rest| rest.find("; };")) else {
        return text.to_owned();
    };
    let (before, rest) = text.split_at(at);
    let (inside, after) = rest.split_at(length);
    let inside = inside.get(declaration.len()..).unwrap_or_default();
    let after = after.strip_prefix("; };").unwrap_or_default();
    let variable = block.variable.as_str();
    let (members, use_of) = match block.structure {
        Some(structure) => {
            let whole: Vec<String> = structure
                .members
                .iter()
                .map(|field| format!("{variable}.{}", field.token))
                .collect();
            (
                body_of(text, structure).unwrap_or_default(),
                format!("{}({})", structure.token, whole.join(", ")),
            )
        }
        // One value: it becomes a member of its own.
        None => {
            let value = inside.replacen(variable, "value", 1);
            (format!("    {value};\n"), format!("{variable}.value"))
        }
    };
    // Members are asked for by name; a use without one is a copy of the whole.
    let mut result = String::with_capacity(text.len() + members.len());
    let uses = |part: &str, result: &mut String| {
        let mut end = 0;
        for word in words::identifiers(part) {
            result.push_str(part.get(end..word.start).unwrap_or_default());
            end = word.start + word.text.len();
            let follows = part.as_bytes().get(end).copied();
            if word.text == variable && (block.structure.is_none() || follows != Some(b'.')) {
                result.push_str(&use_of);
            } else {
                result.push_str(word.text);
            }
        }
        result.push_str(part.get(end..).unwrap_or_default());
    };
    uses(before, &mut result);
    result.push_str(&block.block);
    result.push_str(" {\n");
    result.push_str(&members);
    result.push_str("} ");
    result.push_str(variable);
    result.push(';');
    uses(after, &mut result);
    result
}

/// The lines between the braces of a structure.
fn body_of(text: &str, structure: &Structure) -> Option<String> {
    let opening = format!("struct {} {{\n", structure.token);
    let start = text.find(&opening)? + opening.len();
    let length = text.get(start..)?.find("};")?;
    text.get(start..start + length).map(str::to_owned)
}

/// Removes the declaration of a structure that nothing but a block used.
fn without_unused(text: String, structure: &Structure) -> String {
    let uses = words::identifiers(&text)
        .filter(|word| word.text == structure.token)
        .count();
    if uses != 1 {
        return text;
    }
    let opening = format!("struct {} {{\n", structure.token);
    let Some(start) = text.find(&opening) else {
        return text;
    };
    let Some(length) = text.get(start..).and_then(|rest| rest.find("};\n")) else {
        return text;
    };
    let mut text = text;
    text.replace_range(start..start + length + 3, "");
    text
}

/// Counts instances as OpenGL does, from 0 in each draw. The writer adds the first instance, in a uniform that nobody would set.
fn without_first_instance(text: String) -> String {
    if !text.contains("naga_vs_first_instance") {
        return text;
    }
    text.replace("uniform uint naga_vs_first_instance;\n\n", "")
        .replace(
            "(uint(gl_InstanceID) + naga_vs_first_instance)",
            "uint(gl_InstanceID)",
        )
}

/// Puts a declaration behind the lines that must come first: version, extensions, precision.
fn insert(text: String, declaration: &str) -> String {
    let head: usize = text
        .split_inclusive('\n')
        .take_while(|line| {
            let line = line.trim();
            line.is_empty() || line.starts_with('#') || line.starts_with("precision ")
        })
        .map(str::len)
        .sum();
    let mut text = text;
    text.insert_str(head, &format!("{declaration}\n"));
    text
}
