//! Writes the location of a shader's names in its translation as JSON: `docs/schema/map.json`.

use glassbox_core::register_map::{Constant, Input, Output, RegisterMap, UniformBlock, UniformMember};
use serde::Serialize;

/// The entry of a translated file.
#[derive(Serialize, Debug)]
pub struct MapFile<'a> {
    file: &'a str,
    target: &'a str,
    stage: &'a str,
    entry: &'a str,
    inputs: Vec<InputJson<'a>>,
    outputs: Vec<OutputJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uniforms: Option<BlockJson<'a>>,
    constants: Vec<ConstantJson<'a>>,
}

#[derive(Serialize, Debug)]
struct InputJson<'a> {
    name: &'a str,
    register: &'a str,
    location: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
}

#[derive(Serialize, Debug)]
struct OutputJson<'a> {
    name: &'a str,
    semantic: &'a str,
    register: &'a str,
    components: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
}

#[derive(Serialize, Debug)]
struct BlockJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
    group: u32,
    binding: u32,
    size: u32,
    members: Vec<MemberJson<'a>>,
}

#[derive(Serialize, Debug)]
struct MemberJson<'a> {
    name: &'a str,
    written: &'a str,
    register: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    count: u32,
    offset: u32,
}

#[derive(Serialize, Debug)]
struct ConstantJson<'a> {
    register: &'a str,
    value: &'a str,
}

impl<'a> MapFile<'a> {
    /// The map of a file.
    pub fn new(file: &'a str, map: &'a RegisterMap) -> MapFile<'a> {
        MapFile {
            file,
            target: &map.target,
            stage: &map.stage,
            entry: &map.entry,
            inputs: map.inputs.iter().map(input).collect(),
            outputs: map.outputs.iter().map(output).collect(),
            uniforms: map.uniforms.as_ref().map(block),
            constants: map.constants.iter().map(constant).collect(),
        }
    }
}

fn input(input: &Input) -> InputJson<'_> {
    InputJson {
        name: &input.name,
        register: &input.register,
        location: input.location,
        written: input.written.as_deref(),
    }
}

fn output(output: &Output) -> OutputJson<'_> {
    OutputJson {
        name: &output.name,
        semantic: &output.semantic,
        register: &output.register,
        components: output.components,
        location: output.location,
        written: output.written.as_deref(),
    }
}

fn block(block: &UniformBlock) -> BlockJson<'_> {
    BlockJson {
        written: block.written.as_deref(),
        group: block.group,
        binding: block.binding,
        size: block.size,
        members: block.members.iter().map(member).collect(),
    }
}

fn member(member: &UniformMember) -> MemberJson<'_> {
    MemberJson {
        name: &member.name,
        written: &member.written,
        register: &member.register,
        ty: member.ty,
        count: member.count,
        offset: member.offset,
    }
}

fn constant(constant: &Constant) -> ConstantJson<'_> {
    ConstantJson { register: &constant.register, value: &constant.value }
}
