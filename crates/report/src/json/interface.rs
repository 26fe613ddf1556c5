//! Writes reflection as JSON: `docs/schema/interface.json`.

use glassbox_core::interface::{
    ArraySize, Block, Constant, EntryPoint, Interface, Member, Resource, SpecializationConstant, Type,
    Variable,
};
use serde::Serialize;

use super::root::RootSignatureJson;

/// Deepest nesting of structures; members below it are left out.
const MAX_DEPTH: u32 = 32;

/// The entry of a file.
#[derive(Serialize, Debug)]
pub struct InterfaceFile<'a> {
    file: &'a str,
    format: Option<&'a str>,
    entry_points: Vec<EntryPointJson<'a>>,
    resources: Vec<ResourceJson<'a>>,
    blocks: Vec<BlockJson<'a>>,
    push_constants: Vec<BlockJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    root_signatures: Vec<RootSignatureJson<'a>>,
    specialization_constants: Vec<SpecializationConstantJson<'a>>,
    constants: Vec<ConstantJson<'a>>,
    exports: &'a [String],
    imports: &'a [String],
    notes: &'a [String],
}

impl<'a> InterfaceFile<'a> {
    /// The interface of a file.
    pub fn new(file: &'a str, format: Option<&'a str>, interface: &'a Interface) -> InterfaceFile<'a> {
        InterfaceFile {
            file,
            format,
            entry_points: interface.entry_points.iter().map(entry_point).collect(),
            resources: interface.resources.iter().map(resource).collect(),
            blocks: interface.blocks.iter().map(block).collect(),
            push_constants: interface.push_constants.iter().map(block).collect(),
            root_signatures: interface.root_signatures.iter().map(RootSignatureJson::of).collect(),
            specialization_constants: interface
                .specialization_constants
                .iter()
                .map(specialization_constant)
                .collect(),
            constants: interface.constants.iter().map(constant).collect(),
            exports: &interface.exports,
            imports: &interface.imports,
            notes: &interface.notes,
        }
    }
}

#[derive(Serialize, Debug)]
struct EntryPointJson<'a> {
    name: &'a str,
    stage: &'a str,
    path: &'a str,
    inputs: Vec<VariableJson<'a>>,
    outputs: Vec<VariableJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    patches: Vec<VariableJson<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    resources: &'a [String],
    modes: Vec<ModeJson<'a>>,
}

#[derive(Serialize, Debug)]
struct ModeJson<'a> {
    label: &'a str,
    value: &'a str,
}

#[derive(Serialize, Debug)]
struct VariableJson<'a> {
    name: &'a str,
    location: Option<u32>,
    register: Option<&'a str>,
    semantic: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    semantic_index: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interpolation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<&'a str>,
    #[serde(rename = "type")]
    ty: Option<TypeJson<'a>>,
}

#[derive(Serialize, Debug)]
struct TypeJson<'a> {
    scalar: &'a str,
    rows: u32,
    columns: u32,
    array: Vec<ArraySizeJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<MemberJson<'a>>,
}

/// A number, `null` for a size known at run time, or a specialization constant.
#[derive(Serialize, Debug)]
#[serde(untagged)]
enum ArraySizeJson {
    Fixed(u32),
    Runtime(()),
    Specialization { constant: u32, default: u32 },
}

#[derive(Serialize, Debug)]
struct MemberJson<'a> {
    name: &'a str,
    offset: Option<u32>,
    register: Option<&'a str>,
    #[serde(rename = "type")]
    ty: Option<TypeJson<'a>>,
    array_stride: Option<u32>,
    matrix_stride: Option<u32>,
    row_major: bool,
}

#[derive(Serialize, Debug)]
struct ResourceJson<'a> {
    name: &'a str,
    kind: &'a str,
    set: Option<u32>,
    binding: Option<u32>,
    slot: Option<u32>,
    register: Option<&'a str>,
    array: Vec<ArraySizeJson>,
    stages: &'a [String],
    dimension: Option<&'a str>,
    format: Option<&'a str>,
    access: Option<&'a str>,
    element_size: Option<u32>,
}

#[derive(Serialize, Debug)]
struct BlockJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<&'a str>,
    set: Option<u32>,
    binding: Option<u32>,
    size: Option<u32>,
    stages: &'a [String],
    members: Vec<MemberJson<'a>>,
}

#[derive(Serialize, Debug)]
struct SpecializationConstantJson<'a> {
    id: u32,
    name: &'a str,
    scalar: &'a str,
    default: &'a str,
}

#[derive(Serialize, Debug)]
struct ConstantJson<'a> {
    path: &'a str,
    register: &'a str,
    value: &'a str,
}

fn entry_point(entry: &EntryPoint) -> EntryPointJson<'_> {
    EntryPointJson {
        name: &entry.name,
        stage: &entry.stage,
        path: &entry.path,
        inputs: entry.inputs.iter().map(variable).collect(),
        outputs: entry.outputs.iter().map(variable).collect(),
        patches: entry.patches.iter().map(variable).collect(),
        resources: &entry.resources,
        modes: entry.modes.iter().map(|(label, value)| ModeJson { label, value }).collect(),
    }
}

fn variable(variable: &Variable) -> VariableJson<'_> {
    VariableJson {
        name: &variable.name,
        location: variable.location,
        register: variable.register.as_deref(),
        semantic: variable.semantic.as_deref(),
        semantic_index: variable.semantic_index,
        system_value: variable.system_value.as_deref(),
        interpolation: variable.interpolation.as_deref(),
        stream: variable.stream,
        used: variable.used.as_deref(),
        precision: variable.precision.as_deref(),
        ty: variable.ty.as_ref().map(|inner| ty(inner, 0)),
    }
}

fn ty(ty: &Type, depth: u32) -> TypeJson<'_> {
    TypeJson {
        scalar: &ty.scalar,
        rows: ty.rows,
        columns: ty.columns,
        array: array(&ty.array),
        members: if depth < MAX_DEPTH {
            ty.members.iter().map(|inner| member(inner, depth + 1)).collect()
        } else {
            Vec::new()
        },
    }
}

fn array(sizes: &[ArraySize]) -> Vec<ArraySizeJson> {
    let size = |size: &ArraySize| match *size {
        ArraySize::Fixed(count) => ArraySizeJson::Fixed(count),
        ArraySize::Runtime => ArraySizeJson::Runtime(()),
        ArraySize::Specialization { id, default } => ArraySizeJson::Specialization { constant: id, default },
    };
    sizes.iter().map(size).collect()
}

fn member(member: &Member, depth: u32) -> MemberJson<'_> {
    MemberJson {
        name: &member.name,
        offset: member.offset,
        register: member.register.as_deref(),
        ty: member.ty.as_ref().map(|inner| ty(inner, depth)),
        array_stride: member.array_stride,
        matrix_stride: member.matrix_stride,
        row_major: member.row_major,
    }
}

fn resource(resource: &Resource) -> ResourceJson<'_> {
    ResourceJson {
        name: &resource.name,
        kind: &resource.kind,
        set: resource.set,
        binding: resource.binding,
        slot: resource.slot,
        register: resource.register.as_deref(),
        array: array(&resource.array),
        stages: &resource.stages,
        dimension: resource.dimension.as_deref(),
        format: resource.format.as_deref(),
        access: resource.access.as_deref(),
        element_size: resource.element_size,
    }
}

fn block(block: &Block) -> BlockJson<'_> {
    BlockJson {
        name: &block.name,
        kind: block.kind.as_deref(),
        register: block.register.as_deref(),
        set: block.set,
        binding: block.binding,
        size: block.size,
        stages: &block.stages,
        members: block.members.iter().map(|inner| member(inner, 0)).collect(),
    }
}

fn specialization_constant(constant: &SpecializationConstant) -> SpecializationConstantJson<'_> {
    SpecializationConstantJson {
        id: constant.id,
        name: &constant.name,
        scalar: &constant.scalar,
        default: &constant.default,
    }
}

fn constant(constant: &Constant) -> ConstantJson<'_> {
    ConstantJson { path: &constant.path, register: &constant.register, value: &constant.value }
}
