//! HLSL: plain registers and plain samplers, which Direct3D 11 can load and Direct3D 12 as well; spaces only from shader model 5.1 on.
//!
//! The writer keeps samplers in a heap, which neither shader model 5.0 has nor any program that binds samplers by register; the heap is
//! replaced by the declarations of its samplers. Semantics are `TEXCOORD<location>` for vertex inputs and varyings and
//! `SV_Target<location>` for outputs, as SPIRV-Cross writes them, so that stages of both fit.

use std::fmt::Write;

use glassbox_core::diagnostic::Diagnostic;
use naga::back::hlsl;
use naga::{Binding, BuiltIn, EarlyDepthTest};

use super::glsl::members;
use super::names::{Names, Role};
use super::prepare::{Bound, Prepared, extract, unwritable};
use super::words::{self, Language};
use super::{Parts, WriteOptions};
use crate::output::Output;
use crate::shader::{Class, Stage};
use crate::writers;
use glassbox_core::name_map::{Port, Resource};

/// What the writer calls the things around its heap of samplers.
const HEAP: [&str; 2] = ["nagaSamplerHeap", "nagaComparisonSamplerHeap"];
const INDICES: &str = "SamplerIndexArray";
/// The semantic of the writer, with its location behind it.
const SEMANTIC: &str = "LOC";

/// The letter of a resource's registers.
fn letter(prepared: &Prepared, index: usize) -> char {
    let Some(resource) = prepared.resources.get(index) else {
        return 'u';
    };
    match resource.class {
        Some(Class::ConstantBuffer) => 'b',
        Some(Class::Texture) => 't',
        Some(Class::Sampler) => 's',
        None => {
            let variable = &prepared.module.global_variables[resource.handle];
            match variable.space {
                naga::AddressSpace::Storage { access } if !access.contains(naga::StorageAccess::STORE) => 't',
                _ => 'u',
            }
        }
    }
}

/// A register as declarations state it.
fn register(resource: &Bound, letter: char) -> String {
    match resource.space {
        0 => format!("register({letter}{})", resource.register),
        space => format!("register({letter}{}, space{space})", resource.register),
    }
}

pub(super) fn write(
    prepared: &mut Prepared,
    model: (u8, u8),
    options: &WriteOptions<'_>,
) -> Result<Parts, Vec<Diagnostic>> {
    let mut names = Names::new(&prepared.module, Language::Hlsl);
    // First, because structures lose the names of their members.
    let stage = prepared.stage;
    let ports = |list: Vec<super::prepare::Io<'_>>, input: bool| {
        super::ports(list, |location, index| match (stage, input) {
            (Stage::Fragment, false) => format!("SV_Target{}", location + index),
            _ => format!("TEXCOORD{location}"),
        })
    };
    let inputs: Vec<Port> = ports(prepared.inputs(), true);
    let outputs: Vec<Port> = ports(prepared.outputs(), false);
    let structures = names.structures(&mut prepared.module);
    let mut registers = hlsl::BindingMap::default();
    let mut ids = Vec::new();
    for resource in &prepared.resources {
        let (id, token) = names.stand_in(&resource.symbol, Role::Bound);
        let variable = prepared.module.global_variables.get_mut(resource.handle);
        variable.name = Some(token.clone());
        ids.push((id, token));
        if let Some(binding) = variable.binding {
            let target = hlsl::BindTarget {
                space: u8::try_from(resource.space).unwrap_or(u8::MAX),
                register: resource.register,
                ..hlsl::BindTarget::default()
            };
            registers.insert(binding, target);
        }
    }
    let (entry, token) = names.stand_in(super::entry_name(prepared, options, "main"), Role::Bound);
    let mut tests_early = false;
    if let Some(point) = prepared.module.entry_points.first_mut() {
        point.name.clone_from(&token);
        tests_early = point.early_depth_test == Some(EarlyDepthTest::Force);
    }
    prepared.revalidate()?;
    let taken = match (options.next, &options.next.and_then(|next| next.module.as_deref())) {
        (Some(next), Some(module)) if prepared.stage == Stage::Vertex && next.stage == Stage::Fragment => {
            Some(extract(next, module)?.0)
        }
        _ => None,
    };
    let taken = taken.as_ref().and_then(|module| {
        let name = &module.entry_points.first()?.name;
        hlsl::FragmentEntryPoint::new(module, name)
    });
    let (text, _) = writers::hlsl(&prepared.module, &prepared.info, model, registers, taken.as_ref())
        .map_err(|error| vec![unwritable(&error)])?;
    let samplers: Vec<(&str, String)> = prepared
        .resources
        .iter()
        .zip(&ids)
        .filter(|(resource, _)| resource.class == Some(Class::Sampler))
        .map(|(resource, (_, token))| (token.as_str(), register(resource, 's')))
        .collect();
    let text = plain_samplers(&text, &samplers);
    // Nothing that needs a heap or a space may be left over.
    if let Some(rest) =
        text.lines().find(|line| HEAP.iter().any(|heap| line.contains(heap)) || line.contains(INDICES))
    {
        return Err(vec![unwritable(&format!(
            "samplers are used in a way that needs a heap: {}",
            rest.trim()
        ))]);
    }
    let mut text = semantics(&distances(&text, prepared));
    if tests_early {
        text = super::in_front_of_line(text, &format!(" {token}("), "[earlydepthstencil]\n");
    }
    let text = names.put(&text);

    let resources = prepared
        .resources
        .iter()
        .enumerate()
        .zip(&ids)
        .map(|((index, resource), (id, _))| {
            let ty = prepared.module.global_variables[resource.handle].ty;
            Resource {
                symbol: resource.symbol.clone(),
                place: resource.place,
                class: resource.class,
                written: names.written(*id).to_owned(),
                bound: register(resource, letter(prepared, index)),
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

/// Declares samplers where the writer takes them out of a heap, and removes the heap.
fn plain_samplers(text: &str, samplers: &[(&str, String)]) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.lines() {
        let heap = HEAP.iter().any(|heap| line.contains(heap));
        let declared = line.strip_prefix("static const ").and_then(|rest| rest.split_once(" = "));
        match declared {
            Some((declaration, _)) if heap => {
                let name = declaration.rsplit(' ').next().unwrap_or_default();
                match samplers.iter().find(|(token, _)| *token == name) {
                    Some((_, register)) => {
                        let _ = writeln!(result, "{declaration} : {register};");
                    }
                    None => {
                        result.push_str(line);
                        result.push('\n');
                    }
                }
            }
            _ if heap && line.starts_with("Sampler") => {}
            _ if line.starts_with("StructuredBuffer<uint> naga") && line.contains(INDICES) => {}
            _ => {
                result.push_str(line);
                result.push('\n');
            }
        }
    }
    result
}

/// Declares clip and cull distances in registers of four. The writer declares one number where the entry point gives an array of them; what it
/// puts in is the same, because lists of values are flattened.
fn distances(text: &str, prepared: &Prepared) -> String {
    let lengths: Vec<(&str, u32)> = prepared
        .outputs()
        .iter()
        .filter_map(|output| match output.binding {
            Binding::BuiltIn(BuiltIn::ClipDistances) => Some(("SV_ClipDistance", output.length?)),
            Binding::BuiltIn(BuiltIn::CullDistance) => Some(("SV_CullDistance", output.length?)),
            _ => None,
        })
        .collect();
    if lengths.is_empty() {
        return text.to_owned();
    }
    let mut result = String::with_capacity(text.len() + 128);
    for line in text.split_inclusive('\n') {
        let declared = line
            .strip_prefix("    float ")
            .and_then(|rest| rest.strip_suffix(";\n"))
            .and_then(|rest| rest.split_once(" : "))
            .filter(|(name, _)| !name.contains('['));
        let length = declared.and_then(|(name, semantic)| {
            let length = lengths.iter().find(|(known, _)| *known == semantic)?.1;
            Some((name, semantic, length))
        });
        let Some((name, semantic, length)) = length else {
            result.push_str(line);
            continue;
        };
        for (index, first) in (0..length).step_by(4).enumerate() {
            let width = match (length - first).min(4) {
                1 => String::new(),
                width => width.to_string(),
            };
            let more = if index == 0 { String::new() } else { format!("_{index}") };
            let _ = writeln!(result, "    float{width} {name}{more} : {semantic}{index};");
        }
    }
    result
}

/// Calls locations `TEXCOORD`.
fn semantics(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 64);
    let mut end = 0;
    for word in words::identifiers(text) {
        let between = text.get(end..word.start).unwrap_or_default();
        result.push_str(between);
        end = word.start + word.text.len();
        let number = word
            .text
            .strip_prefix(SEMANTIC)
            .filter(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
        match number {
            Some(number) if between == " : " => {
                let _ = write!(result, "TEXCOORD{number}");
            }
            _ => result.push_str(word.text),
        }
    }
    result.push_str(text.get(end..).unwrap_or_default());
    result
}
