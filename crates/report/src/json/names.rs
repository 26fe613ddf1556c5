//! Writes the names and registers of a translated shader of any stage as JSON: `docs/schema/names.json`.

use glassbox_core::name_map::Class;
use glassbox_core::name_map::{
    Line, Member, Port, Resource, ShaderNames, SourceLine, StageBuffer, StageMember,
};
use serde::Serialize;

/// The entry of a translated shader.
#[derive(Serialize, Debug)]
pub struct NamesFile<'a> {
    file: &'a str,
    target: &'a str,
    stage: String,
    entry: &'a str,
    inputs: Vec<PortJson<'a>>,
    outputs: Vec<PortJson<'a>>,
    resources: Vec<ResourceJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stage_buffers: Vec<StageBufferJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<RangeJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineJson<'a>>,
}

#[derive(Serialize, Debug)]
struct RangeJson {
    start: u64,
    end: u64,
}

#[derive(Serialize, Debug)]
struct LineJson<'a> {
    line: u32,
    start: u64,
    end: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceJson<'a>>,
}

#[derive(Serialize, Debug)]
struct SourceJson<'a> {
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "is_first")]
    column: u32,
}

#[derive(Serialize, Debug)]
struct StageBufferJson<'a> {
    holds: &'static str,
    written: &'a str,
    bound: &'a str,
    stride: u32,
    members: Vec<StageMemberJson<'a>>,
}

#[derive(Serialize, Debug)]
struct StageMemberJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<u32>,
    written: &'a str,
    offset: u32,
}

#[derive(Serialize, Debug)]
struct PortJson<'a> {
    name: &'a str,
    location: u32,
    #[serde(skip_serializing_if = "is_first")]
    index: u32,
    written: &'a str,
}

#[derive(Serialize, Debug)]
struct ResourceJson<'a> {
    name: &'a str,
    set: u32,
    binding: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
    written: &'a str,
    bound: &'a str,
    members: Vec<MemberJson<'a>>,
}

#[derive(Serialize, Debug)]
struct MemberJson<'a> {
    name: &'a str,
    written: &'a str,
    offset: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_first(index: &u32) -> bool {
    *index == 0
}

impl<'a> NamesFile<'a> {
    /// The names of a file's shader.
    pub fn new(file: &'a str, names: &'a ShaderNames) -> NamesFile<'a> {
        NamesFile {
            file,
            target: &names.target,
            stage: names.stage.to_string(),
            entry: &names.entry,
            inputs: names.inputs.iter().map(port).collect(),
            outputs: names.outputs.iter().map(port).collect(),
            resources: names.resources.iter().map(resource).collect(),
            stage_buffers: names.stage_buffers.iter().map(stage_buffer).collect(),
            module: names.module.as_ref().map(|range| RangeJson { start: range.start, end: range.end }),
            lines: names.lines.iter().map(line).collect(),
        }
    }
}

fn line(line: &Line) -> LineJson<'_> {
    let source = line.source.as_ref().map(|SourceLine { file, line, column }| SourceJson {
        file,
        line: *line,
        column: *column,
    });
    LineJson { line: line.line, start: line.start, end: line.end, source }
}

fn stage_buffer(buffer: &StageBuffer) -> StageBufferJson<'_> {
    StageBufferJson {
        holds: buffer.holds,
        written: &buffer.written,
        bound: &buffer.bound,
        stride: buffer.stride,
        members: buffer.members.iter().map(stage_member).collect(),
    }
}

fn stage_member(member: &StageMember) -> StageMemberJson<'_> {
    StageMemberJson {
        name: &member.name,
        location: member.location,
        written: &member.written,
        offset: member.offset,
    }
}

fn port(port: &Port) -> PortJson<'_> {
    PortJson { name: &port.name, location: port.location, index: port.index, written: &port.written }
}

fn resource(resource: &Resource) -> ResourceJson<'_> {
    ResourceJson {
        name: &resource.symbol,
        set: resource.place.set,
        binding: resource.place.binding,
        class: resource.class.map(|class| match class {
            Class::ConstantBuffer => "constant-buffer",
            Class::Texture => "texture",
            Class::Sampler => "sampler",
        }),
        written: &resource.written,
        bound: &resource.bound,
        members: resource.members.iter().map(member).collect(),
    }
}

fn member(member: &Member) -> MemberJson<'_> {
    MemberJson { name: &member.name, written: &member.written, offset: member.offset }
}
