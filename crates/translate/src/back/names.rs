//! Chooses names for texts after the source and the symbols, and lists in the name map what was written.

use std::collections::BTreeMap;

use glassbox_core::name_map::{Class, Member, Place, Port, Resource, ShaderNames, StageBuffer, StageMember};
use glassbox_decompile as decompile;
use glassbox_decompile::{Mapped, Mapping, Source};
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::module::Id;
use glassbox_spirv::reflect::{Reflection, TypeKind, Variable};

use super::interface::variables;
use super::prepare::Prepared;
use super::resources::class;
use super::used::of_words;
use super::{Used, WriteOptions, varying};
use crate::output::Target;
use crate::shader::{ROOT, Stage};

/// The names by which programs find the variables of a module, by the ids of these.
pub(super) fn wanted(
    prepared: &Prepared,
    target: Target,
    options: &WriteOptions<'_>,
) -> BTreeMap<Id, String> {
    let is_glsl = matches!(target, Target::Glsl(_));
    let mut names = BTreeMap::new();
    for resource in &prepared.resources {
        // In GLSL the sampler is part of its texture.
        if !is_glsl || resource.class != Some(Class::Sampler) {
            names.insert(resource.id, resource.name.clone());
        }
    }
    if is_glsl {
        ports(prepared, options, &mut names);
    }
    names
}

/// Inputs and outputs: those of programs as in the source, those between stages by their locations.
fn ports(prepared: &Prepared, options: &WriteOptions<'_>, names: &mut BTreeMap<Id, String>) {
    let reflection = &prepared.reflection;
    let Some(entry) = reflection.entry_points.first() else { return };
    for side in [storage::INPUT, storage::OUTPUT] {
        for variable in variables(reflection, entry, side) {
            let Some(location) = variable.location else { continue };
            let own = || variable.name.clone().filter(|name| !name.is_empty());
            let index = variable.index.unwrap_or(0);
            let name = match (prepared.stage, side) {
                (Stage::Vertex, storage::INPUT) => own().unwrap_or_else(|| format!("input{location}")),
                (Stage::Fragment, storage::OUTPUT) => {
                    let second = if index == 1 { "_second" } else { "" };
                    own().unwrap_or_else(|| format!("output{location}{second}"))
                }
                _ => {
                    let consumer = if side == storage::INPUT {
                        Some(prepared.stage)
                    } else {
                        options.consumer(prepared.stage).map(|shader| shader.stage)
                    };
                    match variable.component.unwrap_or(0) {
                        0 => varying(location, consumer),
                        component => format!("{}_{component}", varying(location, consumer)),
                    }
                }
            };
            names.insert(variable.id, name);
        }
    }
}

/// What a text calls things; `words` are those of its module.
#[must_use]
pub fn of_text(target: String, source: &Source, words: &[u32]) -> ShaderNames {
    let known = of_words(words).into_iter().map(|used| ([used.place.set, used.place.binding], used));
    let known: BTreeMap<[u32; 2], Used> = known.collect();
    let class = |place: [u32; 2]| known.get(&place).map(|used| used.class);
    let mut names = ShaderNames {
        target,
        stage: source.stage,
        entry: source.entry.clone(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        resources: Vec::new(),
        stage_buffers: Vec::new(),
        module: None,
        lines: Vec::new(),
    };
    for mapped in &source.map {
        match mapped.kind {
            Mapping::Input(location) => names.inputs.push(text_port(mapped, location)),
            Mapping::Output(location) => names.outputs.push(text_port(mapped, location)),
            Mapping::Resource(set, binding) => {
                let place = [set, binding];
                names.resources.push(text_resource(mapped, place, class(place)));
            }
            Mapping::Combined(texture, sampler) => {
                names.resources.push(text_resource(mapped, texture, Some(Class::Texture)));
                // The sampler is part of the texture and has no name of its own.
                let [set, binding] = sampler;
                let place = Place { set, binding };
                if names.resources.iter().all(|other| other.place != place) {
                    names.resources.push(Resource {
                        symbol: String::new(),
                        place,
                        class: Some(Class::Sampler),
                        written: String::new(),
                        bound: String::new(),
                        members: Vec::new(),
                    });
                }
            }
            Mapping::SplitSampler(place, _) => {
                names.resources.push(text_resource(mapped, place, Some(Class::Sampler)));
            }
            Mapping::TextureSize([set, binding]) => {
                let place = Place { set, binding };
                let texture = names.resources.iter_mut().rev().find(|resource| resource.place == place);
                let size = Member { name: "size".to_owned(), written: mapped.written.clone(), offset: 0 };
                texture.into_iter().for_each(|texture| texture.members.push(size.clone()));
            }
            Mapping::PushConstants | Mapping::BoundPushConstants(..) => {
                let root = [ROOT.set, ROOT.binding];
                names.resources.push(text_resource(mapped, root, Some(Class::ConstantBuffer)));
            }
            Mapping::StageBuffer(kind) => names.stage_buffers.push(stage_buffer(mapped, kind)),
            Mapping::BuiltInInput(_) => stage_attribute(mapped, &mut names.stage_buffers),
            Mapping::Specialization(_) | Mapping::BufferSizes => {}
            Mapping::BufferSize(place) => names.resources.push(text_resource(mapped, place, None)),
        }
    }
    for resource in &mut names.resources {
        let used = known.get(&[resource.place.set, resource.place.binding]);
        let name = used.and_then(|used| used.names.first()).filter(|_| resource.symbol.is_empty());
        resource.symbol = name.unwrap_or(&resource.symbol).clone();
    }
    sorted(names)
}

/// What an entry point of a module calls things; nothing is known of one that cannot be read.
#[must_use]
pub fn of_module(
    reflection: Option<&Reflection>,
    (entry, stage): (&str, Stage),
    version: (u8, u8),
) -> ShaderNames {
    let mut names = ShaderNames {
        target: format!("SPIR-V {}.{}", version.0, version.1),
        stage,
        entry: entry.to_owned(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        resources: Vec::new(),
        stage_buffers: Vec::new(),
        module: None,
        lines: Vec::new(),
    };
    let Some(reflection) = reflection else { return names };
    let own = reflection.entry_points.iter().find(|point| point.name == entry);
    for used in own.iter().flat_map(|point| &point.uses) {
        let Some(variable) = reflection.variable(used.variable) else { continue };
        match (variable.class, variable.location) {
            (storage::INPUT, Some(location)) => names.inputs.push(module_port(variable, location)),
            (storage::OUTPUT, Some(location)) => names.outputs.push(module_port(variable, location)),
            (storage::PUSH_CONSTANT, _) => names.resources.push(push_constants(reflection, variable)),
            _ => names.resources.extend(module_resource(reflection, variable)),
        }
    }
    sorted(names)
}

fn sorted(mut names: ShaderNames) -> ShaderNames {
    names.inputs.sort_by_key(|port| (port.location, port.index));
    names.outputs.sort_by_key(|port| (port.location, port.index));
    names.resources.sort_by_key(|resource| resource.place);
    names
}

fn text_port(mapped: &Mapped, location: u32) -> Port {
    let written = if mapped.bound.is_empty() { &mapped.written } else { &mapped.bound };
    Port { name: mapped.name.clone(), location, index: mapped.index, written: written.clone() }
}

fn stage_buffer(mapped: &Mapped, kind: decompile::StageBuffer) -> StageBuffer {
    let members = mapped.members.iter().map(|member| StageMember {
        name: member.name.clone(),
        location: member.location,
        written: member.written.clone(),
        offset: member.offset,
    });
    StageBuffer {
        holds: match kind {
            decompile::StageBuffer::PointsIn => "control-points-in",
            decompile::StageBuffer::PointsOut => "control-points-out",
            decompile::StageBuffer::Patches => "patches",
            decompile::StageBuffer::Factors => "factors",
            decompile::StageBuffer::PointCount => "patch-size",
            decompile::StageBuffer::HostValues => "host-values",
        },
        written: mapped.written.clone(),
        bound: mapped.bound.clone(),
        stride: mapped.stride,
        members: members.collect(),
    }
}

/// Adds a built-in variable that is an attribute.
fn stage_attribute(mapped: &Mapped, buffers: &mut Vec<StageBuffer>) {
    let member =
        StageMember { name: mapped.name.clone(), location: None, written: mapped.bound.clone(), offset: 0 };
    match buffers.iter_mut().find(|buffer| buffer.holds == "attributes") {
        Some(known) => known.members.push(member),
        None => buffers.push(StageBuffer {
            holds: "attributes",
            written: String::new(),
            bound: "[[stage_in]]".to_owned(),
            stride: 0,
            members: vec![member],
        }),
    }
}

fn text_resource(mapped: &Mapped, [set, binding]: [u32; 2], class: Option<Class>) -> Resource {
    let members = mapped.members.iter().map(|member| Member {
        name: member.name.clone(),
        written: member.written.clone(),
        offset: member.offset,
    });
    Resource {
        symbol: mapped.name.clone(),
        place: Place { set, binding },
        class,
        written: mapped.written.clone(),
        bound: mapped.bound.clone(),
        members: members.collect(),
    }
}

fn module_port(variable: &Variable, location: u32) -> Port {
    let name = variable.name.clone().unwrap_or_default();
    Port { written: name.clone(), name, location, index: variable.index.unwrap_or(0) }
}

fn push_constants(reflection: &Reflection, variable: &Variable) -> Resource {
    let name = variable.name.clone().unwrap_or_default();
    Resource {
        symbol: name.clone(),
        place: ROOT,
        class: Some(Class::ConstantBuffer),
        written: name,
        bound: "push constants".to_owned(),
        members: members(reflection, variable.ty.0),
    }
}

fn module_resource(reflection: &Reflection, variable: &Variable) -> Option<Resource> {
    let descriptor = reflection.descriptors.iter().find(|found| found.variable == variable.id)?;
    let own = variable.name.clone().filter(|name| !name.is_empty());
    let of_type = || reflection.types.get(descriptor.element.0 as usize)?.name.clone();
    let name = own.or_else(of_type).unwrap_or_default();
    let (set, binding) = (descriptor.set?, descriptor.binding?);
    Some(Resource {
        symbol: name.clone(),
        place: Place { set, binding },
        class: class(descriptor),
        written: name,
        bound: format!("set {set} binding {binding}"),
        members: members(reflection, descriptor.element.0),
    })
}

fn members(reflection: &Reflection, ty: u32) -> Vec<Member> {
    let Some(TypeKind::Struct { members, .. }) = reflection.types.get(ty as usize).map(|ty| &ty.kind) else {
        return Vec::new();
    };
    let member = |member: &glassbox_spirv::reflect::Member| {
        let name = member.name.clone().unwrap_or_default();
        Some(Member { written: name.clone(), name, offset: member.offset? })
    };
    members.iter().filter_map(member).collect()
}
