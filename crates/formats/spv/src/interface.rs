//! Converts the SPIR-V crate's reflection to the format-independent schema.

use glassbox_core::interface::{
    ArraySize, Block, EntryPoint, Interface, Member, Resource, SpecializationConstant, Type, Variable, stage,
};
use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::value::{dim, execution_model, storage_class};
use glassbox_spirv::grammar::value_name;
use glassbox_spirv::reflect::{
    self, Descriptor, DescriptorCount, DescriptorKind, Extent, Length, Location, TypeId, TypeKind,
};
use glassbox_spirv::{Reflection, stage_of};

/// Maximum nesting depth of structures shown.
pub const MAX_TYPE_DEPTH: u32 = 16;
/// Maximum number of structure members shown in total; types that share structures would otherwise expand
/// exponentially.
pub const MAX_MEMBERS: usize = 16 * 1024;

/// Builds the interface of a module.
pub fn interface(reflection: &Reflection) -> Interface {
    let mut convert =
        Convert { reflection, sizes: reflection.sizes(), members: MAX_MEMBERS, pointed: Vec::new() };
    let mut out = Interface::default();
    for entry in &reflection.entry_points {
        let mut all = |located: Vec<Location>, built: Vec<&reflect::Variable>| -> Vec<Variable> {
            let located = located.iter().map(|one| convert.location(one)).collect::<Vec<_>>();
            let built = built.into_iter().filter_map(|one| convert.built_in(one)).collect::<Vec<_>>();
            located.into_iter().chain(built).collect()
        };
        let inputs = all(reflection.input_locations(entry), reflection.inputs(entry).collect());
        let outputs = all(reflection.output_locations(entry), reflection.outputs(entry).collect());
        out.entry_points.push(EntryPoint {
            name: entry.name.clone(),
            stage: stage_name(entry.model).to_owned(),
            path: "module".to_owned(),
            inputs,
            outputs,
            modes: modes(entry),
            ..EntryPoint::default()
        });
        if entry.truncated {
            out.notes.push(format!("the uses of entry point \"{}\" are not listed in full", entry.name));
        }
    }
    for descriptor in &reflection.descriptors {
        let resource = convert.resource(descriptor);
        if matches!(descriptor.kind, DescriptorKind::UniformBuffer | DescriptorKind::StorageBuffer) {
            let members = convert.block_members(descriptor.element);
            out.blocks.push(Block {
                name: resource.name.clone(),
                kind: Some(resource.kind.clone()),
                set: descriptor.set,
                binding: descriptor.binding,
                size: convert.size(descriptor.element),
                stages: resource.stages.clone(),
                members,
                ..Block::default()
            });
        }
        out.resources.push(resource);
    }
    for variable in reflection.push_constants() {
        let members = convert.block_members(variable.ty);
        out.push_constants.push(Block {
            name: variable.name.clone().unwrap_or_default(),
            size: convert.size(variable.ty),
            stages: stages(reflection, variable.id),
            members,
            ..Block::default()
        });
    }
    for constant in &reflection.spec_constants {
        if let Some(id) = constant.spec_id {
            let scalar = convert.ty(constant.ty, 0).scalar;
            let default = default_text(reflection.ty(constant.ty), constant.default);
            out.specialization_constants.push(SpecializationConstant {
                id,
                name: constant.name.clone().unwrap_or_default(),
                scalar,
                default,
            });
        }
    }
    if convert.members == 0 {
        out.notes.push(format!("more than {MAX_MEMBERS} members of structures; the rest is left out"));
    }
    out
}

fn stage_name(model: u32) -> &'static str {
    match model {
        execution_model::TASK_NV => stage::TASK,
        execution_model::MESH_NV => stage::MESH,
        _ => stage_of(model).map_or(stage::OTHER, Stage::name),
    }
}

/// Stages whose entry points use a variable.
fn stages(reflection: &Reflection, variable: u32) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for entry in reflection.entry_points.iter().filter(|entry| entry.use_of(variable).is_some()) {
        let name = stage_name(entry.model);
        if !out.iter().any(|known| known == name) {
            out.push(name.to_owned());
        }
    }
    out
}

fn modes(entry: &reflect::EntryPoint) -> Vec<(String, String)> {
    let mut out = Vec::new();
    if let Some(size) = &entry.local_size {
        let extents = size.map(|extent| match extent {
            Extent::Fixed(size) => size.to_string(),
            Extent::Constant(_, Some(size)) => size.to_string(),
            Extent::Constant(id, None) => format!("%{id}"),
        });
        out.push(("local size".to_owned(), extents.join(" x ")));
    }
    for mode in &entry.modes {
        let name =
            value_name("ExecutionMode", mode.mode).map_or_else(|| mode.mode.to_string(), str::to_owned);
        if !name.starts_with("LocalSize") {
            let operands: Vec<String> = mode.operands.iter().map(u32::to_string).collect();
            out.push((name, operands.join(" ")));
        }
    }
    out
}

fn default_text(ty: &TypeKind, bits: u64) -> String {
    match ty {
        TypeKind::Bool => (bits != 0).to_string(),
        TypeKind::Int { width, signed: true } => {
            let unused = 64 - (*width).clamp(1, 64);
            ((bits << unused) as i64 >> unused).to_string()
        }
        TypeKind::Float { width: 32 } => f32::from_bits(bits as u32).to_string(),
        TypeKind::Float { width: 64 } => f64::from_bits(bits).to_string(),
        TypeKind::Float { .. } => format!("{bits:#x}"),
        _ => bits.to_string(),
    }
}

struct Convert<'r> {
    reflection: &'r Reflection,
    /// Size of each type in a block, bytes; computed on demand.
    sizes: Vec<Option<u64>>,
    /// Remaining budget of structure members.
    members: usize,
    /// Pointee structures on the current path, to detect recursion.
    pointed: Vec<TypeId>,
}

impl Convert<'_> {
    /// Size of a block, bytes; excludes a trailing runtime array.
    fn size(&self, ty: TypeId) -> Option<u32> {
        let size = self.sizes.get(ty.0 as usize).copied().flatten()?;
        u32::try_from(size).ok()
    }

    fn location(&mut self, one: &Location) -> Variable {
        Variable {
            name: one.name.clone().unwrap_or_default(),
            location: Some(one.location),
            ty: Some(self.ty(one.ty, 0)),
            ..Variable::default()
        }
    }

    fn built_in(&mut self, variable: &reflect::Variable) -> Option<Variable> {
        let number = variable.built_in?;
        Some(Variable {
            name: variable.name.clone().unwrap_or_default(),
            semantic: Some(value_name("BuiltIn", number).map_or_else(|| number.to_string(), str::to_owned)),
            ty: Some(self.ty(variable.ty, 0)),
            ..Variable::default()
        })
    }

    fn resource(&mut self, descriptor: &Descriptor) -> Resource {
        let reflection = self.reflection;
        let kind = match descriptor.kind {
            DescriptorKind::Sampler => "sampler",
            DescriptorKind::SampledImage => "sampled-image",
            DescriptorKind::CombinedImageSampler => "combined-image-sampler",
            DescriptorKind::StorageImage => "storage-image",
            DescriptorKind::UniformTexelBuffer => "uniform-texel-buffer",
            DescriptorKind::StorageTexelBuffer => "storage-texel-buffer",
            DescriptorKind::UniformBuffer => "uniform-buffer",
            DescriptorKind::StorageBuffer => "storage-buffer",
            DescriptorKind::InputAttachment => "input-attachment",
            DescriptorKind::AccelerationStructure => "acceleration-structure",
        };
        let writable = matches!(
            descriptor.kind,
            DescriptorKind::StorageImage | DescriptorKind::StorageTexelBuffer | DescriptorKind::StorageBuffer
        );
        let access = match (descriptor.non_writable, descriptor.non_readable) {
            _ if !writable => "read",
            (true, _) => "read",
            (false, true) => "write",
            (false, false) => "read-write",
        };
        let array = match descriptor.count {
            DescriptorCount::One => Vec::new(),
            DescriptorCount::Array(length) => vec![self.array_size(length)],
            DescriptorCount::Runtime => vec![ArraySize::Runtime],
        };
        let variable = reflection.variable(descriptor.variable);
        let name = variable.and_then(|variable| variable.name.clone()).filter(|name| !name.is_empty());
        let block = || reflection.types.get(descriptor.element.0 as usize)?.name.clone();
        let (dimension, format) = self.image(descriptor.element);
        Resource {
            name: name.or_else(block).unwrap_or_default(),
            kind: kind.to_owned(),
            set: descriptor.set,
            binding: descriptor.binding,
            slot: descriptor.input_attachment,
            array,
            stages: stages(reflection, descriptor.variable),
            dimension,
            format,
            access: Some(access.to_owned()),
            element_size: self.element_size(descriptor),
            ..Resource::default()
        }
    }

    /// Element size of the runtime array at the end of a storage block, bytes.
    fn element_size(&self, descriptor: &Descriptor) -> Option<u32> {
        if descriptor.kind != DescriptorKind::StorageBuffer {
            return None;
        }
        let last = self.reflection.members(descriptor.element).last()?;
        match self.reflection.ty(last.ty) {
            TypeKind::RuntimeArray { stride, .. } => *stride,
            _ => None,
        }
    }

    fn image(&self, ty: TypeId) -> (Option<String>, Option<String>) {
        let image = match self.reflection.ty(ty) {
            TypeKind::SampledImage { image } => *image,
            _ => ty,
        };
        let TypeKind::Image { dim, arrayed, multisampled, format, sampled, .. } = self.reflection.ty(image)
        else {
            return (None, None);
        };
        let mut dimension = match dim {
            &dim::CUBE => "cube".to_owned(),
            &dim::BUFFER => "buffer".to_owned(),
            &dim::SUBPASS_DATA => "subpass".to_owned(),
            dim => value_name("Dim", *dim).map_or_else(|| dim.to_string(), str::to_owned),
        };
        if *multisampled {
            dimension.push_str("-multisampled");
        }
        if *arrayed {
            dimension.push_str("-array");
        }
        let stored = if *format == 0 { None } else { value_name("ImageFormat", *format) };
        let read = match self.reflection.ty(*sampled) {
            TypeKind::Int { signed: true, .. } => "int4",
            TypeKind::Int { .. } => "uint4",
            _ => "float4",
        };
        (Some(dimension), Some(stored.unwrap_or(read).to_owned()))
    }

    fn array_size(&self, length: Length) -> ArraySize {
        match length {
            Length::Fixed(length) => ArraySize::Fixed(u32::try_from(length).unwrap_or(u32::MAX)),
            Length::Specialized { constant, default } => {
                let mut constants = self.reflection.spec_constants.iter();
                let known = constants.find(|known| known.id == constant);
                ArraySize::Specialization {
                    id: known.and_then(|known| known.spec_id).unwrap_or(constant),
                    default: default.and_then(|default| u32::try_from(default).ok()).unwrap_or(0),
                }
            }
            Length::Unknown(_) => ArraySize::Runtime,
        }
    }

    fn block_members(&mut self, ty: TypeId) -> Vec<Member> {
        let reflection = self.reflection;
        self.convert_members(reflection.members(ty), 0)
    }

    fn convert_members(&mut self, members: &[reflect::Member], depth: u32) -> Vec<Member> {
        let mut out = Vec::new();
        for member in members {
            let Some(left) = self.members.checked_sub(1) else {
                break;
            };
            self.members = left;
            let stride = match self.reflection.ty(member.ty) {
                TypeKind::Array { stride, .. } | TypeKind::RuntimeArray { stride, .. } => *stride,
                _ => None,
            };
            out.push(Member {
                name: member.name.clone().unwrap_or_default(),
                offset: member.offset,
                register: None,
                ty: Some(self.ty(member.ty, depth + 1)),
                array_stride: stride,
                matrix_stride: member.matrix_stride,
                row_major: member.row_major,
            });
        }
        out
    }

    /// Members of the structure that a pointer refers to. A recursive structure is shown once.
    fn pointed(&mut self, target: TypeId, depth: u32) -> Vec<Member> {
        let members = self.reflection.members(target);
        if members.is_empty() || depth >= MAX_TYPE_DEPTH || self.pointed.contains(&target) {
            return Vec::new();
        }
        self.pointed.push(target);
        let members = self.convert_members(members, depth);
        self.pointed.pop();
        members
    }

    /// Converts a type; structures below [`MAX_TYPE_DEPTH`] have no members.
    fn ty(&mut self, ty: TypeId, depth: u32) -> Type {
        let reflection = self.reflection;
        let mut array = Vec::new();
        let mut inner = ty;
        loop {
            match reflection.ty(inner) {
                TypeKind::Array { element, length, .. } if array.len() < MAX_TYPE_DEPTH as usize => {
                    array.push(self.array_size(*length));
                    inner = *element;
                }
                TypeKind::RuntimeArray { element, .. } if array.len() < MAX_TYPE_DEPTH as usize => {
                    array.push(ArraySize::Runtime);
                    inner = *element;
                }
                _ => break,
            }
        }
        let (mut rows, mut columns) = (1, 1);
        if let TypeKind::Matrix { column, count } = reflection.ty(inner) {
            columns = *count;
            inner = *column;
        }
        if let TypeKind::Vector { component, count } = reflection.ty(inner) {
            rows = *count;
            inner = *component;
        }
        let mut members = Vec::new();
        let scalar = match reflection.ty(inner) {
            TypeKind::Bool => "bool".to_owned(),
            TypeKind::Int { width, signed } => sized(if *signed { "int" } else { "uint" }, *width),
            TypeKind::Float { width: 16 } => "half".to_owned(),
            TypeKind::Float { width: 64 } => "double".to_owned(),
            TypeKind::Float { width } => sized("float", *width),
            TypeKind::Struct { members: inside, .. } => {
                if depth < MAX_TYPE_DEPTH {
                    members = self.convert_members(inside, depth);
                }
                "struct".to_owned()
            }
            TypeKind::Pointer { class: storage_class::PHYSICAL_STORAGE_BUFFER, target } => {
                members = self.pointed(*target, depth);
                "pointer".to_owned()
            }
            TypeKind::Pointer { .. } => "pointer".to_owned(),
            TypeKind::Image { .. } | TypeKind::SampledImage { .. } => "image".to_owned(),
            TypeKind::Sampler => "sampler".to_owned(),
            TypeKind::AccelerationStructure => "acceleration-structure".to_owned(),
            _ => "unknown".to_owned(),
        };
        Type { scalar, rows, columns, array, members }
    }
}

/// Name of a scalar type, with its width unless that is 32.
fn sized(name: &str, width: u32) -> String {
    if width == 32 { name.to_owned() } else { format!("{name}{width}") }
}
