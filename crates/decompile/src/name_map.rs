//! Lists in a name map what a text calls the parts of its interface.

use std::collections::BTreeMap;

use glassbox_core::name_map::{
    Class, Member, Place, Port, ROOT, Resource, ShaderNames, StageBuffer, StageMember,
};
use glassbox_spirv::reflect::Bound;

use crate::{Mapped, Mapping, Source};

impl Source {
    /// The name map of the text. `target` is what it says of the language; `bound` are the blocks, textures and samplers of the module.
    pub fn names(&self, target: String, bound: &[Bound]) -> ShaderNames {
        let known: BTreeMap<[u32; 2], &Bound> =
            bound.iter().map(|one| ([one.place.set, one.place.binding], one)).collect();
        let class = |place: [u32; 2]| known.get(&place).map(|used| used.class);
        let mut names = ShaderNames {
            target,
            stage: self.stage,
            entry: self.entry.clone(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            resources: Vec::new(),
            stage_buffers: Vec::new(),
            module: None,
            lines: Vec::new(),
        };
        for mapped in &self.map {
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
        names.sort();
        names
    }
}

fn text_port(mapped: &Mapped, location: u32) -> Port {
    let written = if mapped.bound.is_empty() { &mapped.written } else { &mapped.bound };
    Port { name: mapped.name.clone(), location, index: mapped.index, written: written.clone() }
}

fn stage_buffer(mapped: &Mapped, kind: crate::StageBuffer) -> StageBuffer {
    let members = mapped.members.iter().map(|member| StageMember {
        name: member.name.clone(),
        location: member.location,
        written: member.written.clone(),
        offset: member.offset,
    });
    StageBuffer {
        holds: match kind {
            crate::StageBuffer::PointsIn => "control-points-in",
            crate::StageBuffer::PointsOut => "control-points-out",
            crate::StageBuffer::Patches => "patches",
            crate::StageBuffer::Factors => "factors",
            crate::StageBuffer::PointCount => "patch-size",
            crate::StageBuffer::HostValues => "host-values",
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
