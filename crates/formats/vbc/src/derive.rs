//! Derives a program's reflection from loose SPIR-V modules.
//!
//! Vertex inputs and fragment outputs are the variables with locations; a binding is the target of a
//! push-constant half word; the uniform is the structure in the block at set 1; subpass inputs are the input
//! attachments. Anything an optimiser removed is missing from the result: unused inputs, unused bindings,
//! names.

use glassbox_core::format::WriteError;
use std::borrow::Cow;
use std::collections::BTreeMap;

use glassbox_spirv::reflect::{Descriptor, DescriptorCount, DescriptorKind, Location, TypeId, TypeKind};

use crate::check::cross::texel_class;
use crate::module::{StageCode, TABLE_KINDS, analyse};
use crate::program::{Member, Program, Uniform};
use crate::raw::{
    BaseType, Binding, DEFAULT_TABLES, InterfaceRecord, MAX_SUBPASS_INPUTS, Rank, StageMask, SubpassInput,
    TexelType,
};
use crate::stage::STAGES;

/// Builds a program from modules in stage order. `Err` describes what VBC cannot store.
pub fn from_modules<'a>(modules: [Option<Cow<'a, [u8]>>; 5]) -> Result<Program<'a>, WriteError> {
    let codes = analyse(&modules);
    for stage in &STAGES {
        let analysed = codes.iter().find(|code| code.stage.index == stage.index);
        match (&modules[stage.index], analysed) {
            (Some(_), None) => {
                return Err(WriteError::new(format!(
                    "the {} module is not little-endian SPIR-V",
                    stage.name
                )));
            }
            (Some(_), Some(code)) if code.entry.is_none() => {
                return Err(WriteError::new(format!(
                    "the {} module has no entry point \"main\" of its stage",
                    stage.name
                )));
            }
            _ => {}
        }
    }
    let of = |index: usize| codes.iter().find(|code| code.stage.index == index);
    let mut program = Program { tables: tables(&codes)?, ..Program::default() };
    if let Some(code) = of(0)
        && let Some(entry) = code.entry()
    {
        program.inputs = records(code, &code.reflection.input_locations(entry))?.into_iter().collect();
    }
    if let Some(code) = of(4)
        && let Some(entry) = code.entry()
    {
        program.outputs = records(code, &code.reflection.output_locations(entry))?.into_iter().collect();
    }
    program.bindings = bindings(&codes)?.into_values().collect();
    program.uniform = uniform(&codes)?;
    program.subpass_inputs = subpass_inputs(&codes)?.into_iter().collect();
    program.modules = modules;
    Ok(program)
}

/// Table sizes from the descriptor arrays; the default where no module has one.
fn tables(codes: &[StageCode]) -> Result<[u16; 5], String> {
    let mut tables = DEFAULT_TABLES;
    for descriptor in codes.iter().flat_map(|code| &code.reflection.descriptors) {
        let table = descriptor.binding.filter(|_| descriptor.set == Some(0)).map(|table| table as usize);
        let Some(table) = table.filter(|&table| table < tables.len()) else {
            continue;
        };
        if let DescriptorCount::Array(length) = descriptor.count
            && let Some(length) = length.default_value()
        {
            tables[table] = u16::try_from(length)
                .map_err(|_| format!("found a table of {length}, expected at most 65535"))?;
        }
    }
    Ok(tables)
}

fn records(code: &StageCode, locations: &[Location]) -> Result<Vec<InterfaceRecord>, WriteError> {
    let record = |variable: &Location| {
        let location = variable.location;
        let number = code.number(variable.ty);
        let narrow = |value: u32| u8::try_from(value).ok();
        number
            .and_then(|number| {
                Some(InterfaceRecord::new(
                    narrow(location)?,
                    number.base,
                    narrow(number.rows)?,
                    narrow(number.columns)?,
                    narrow(number.array)?,
                ))
            })
            .ok_or_else(|| {
                WriteError::new(format!(
                    "the variable at location {location} of the {} module has no type of VBC",
                    code.stage.name
                ))
            })
    };
    locations.iter().map(record).collect()
}

/// Collects the bindings by slot.
pub(crate) fn bindings(codes: &[StageCode]) -> Result<BTreeMap<u8, Binding>, WriteError> {
    let mut found: BTreeMap<u8, Binding> = BTreeMap::new();
    for code in codes {
        for used in code.slots() {
            let Some(place) = used.descriptor else {
                continue;
            };
            let descriptor = &code.reflection.descriptors[place];
            let slot =
                u8::try_from(used.slot).map_err(|_| format!("found slot {}, expected 0 to 31", used.slot))?;
            let binding = binding(code, descriptor, slot)?;
            match found.get_mut(&slot) {
                Some(known) => {
                    known.stages.0 |= code.stage.mask.0;
                    if binding.base_type == BaseType::RW_BUFFER {
                        known.base_type = BaseType::RW_BUFFER;
                    }
                }
                None => {
                    found.insert(slot, binding);
                }
            }
        }
    }
    Ok(found)
}

fn binding(code: &StageCode, descriptor: &Descriptor, slot: u8) -> Result<Binding, WriteError> {
    let stages = code.stage.mask;
    let fits = TABLE_KINDS.contains(&descriptor.kind);
    let fault = || format!("slot {slot} selects a {}, which VBC has no binding for", descriptor.kind.name());
    if !fits {
        return Err(fault().into());
    }
    let base = match descriptor.kind {
        DescriptorKind::CombinedImageSampler => BaseType::SAMPLER,
        DescriptorKind::StorageImage => BaseType::IMAGE,
        DescriptorKind::UniformTexelBuffer => BaseType::RO_TEXELS,
        DescriptorKind::StorageTexelBuffer => BaseType::RW_TEXELS,
        _ if descriptor.non_writable => BaseType::RO_BUFFER,
        _ => BaseType::RW_BUFFER,
    };
    if base.is_buffer() {
        let size = element_size(code, descriptor.element)
            .ok_or_else(|| format!("the buffer in slot {slot} holds no array of elements"))?;
        return Ok(Binding::buffer(slot, base, stages, size));
    }
    let (rank, stored) = image(code, descriptor.element).ok_or_else(fault)?;
    let fixed = matches!(base, BaseType::SAMPLER | BaseType::RO_TEXELS);
    let format = if fixed {
        (texel_class(code, descriptor.element).ok_or_else(fault)?, 4, 4)
    } else {
        stored.ok_or_else(|| format!("the image in slot {slot} has no format of VBC"))?
    };
    Ok(Binding::texel(slot, base, stages, rank, format))
}

/// Element size of the array in a buffer's block, in bytes.
fn element_size(code: &StageCode, block: TypeId) -> Option<u16> {
    let member = code.reflection.members(block).last()?;
    match code.reflection.ty(member.ty) {
        TypeKind::RuntimeArray { stride, .. } => u16::try_from((*stride)?).ok(),
        _ => None,
    }
}

/// Texel type, component size in bytes, number of components.
type Format = (TexelType, u8, u8);

/// Shape and storage format of an image type.
fn image(code: &StageCode, ty: TypeId) -> Option<(Rank, Option<Format>)> {
    let image = match code.reflection.ty(ty) {
        TypeKind::SampledImage { image } => *image,
        _ => ty,
    };
    let TypeKind::Image { dim, arrayed, format, .. } = code.reflection.ty(image) else {
        return None;
    };
    let rank = match (dim, arrayed) {
        (0, false) => Rank::D1,
        (1, false) => Rank::D2,
        (2, false) => Rank::D3,
        (0, true) => Rank::D1_ARRAY,
        (1, true) => Rank::D2_ARRAY,
        (3, false) => Rank::CUBE,
        (5, false) => Rank::BUFFER,
        _ => return None,
    };
    let known = FORMATS.iter().find(|known| known.0 == *format);
    Some((rank, known.map(|known| known.2)))
}

/// Storage formats of VBC: SPIR-V number and name, and the record's fields (Reflection Info, texel types).
pub static FORMATS: [(u32, &str, Format); 21] = [
    (24, "R32i", (TexelType::SIGNED, 4, 1)),
    (25, "Rg32i", (TexelType::SIGNED, 4, 2)),
    (21, "Rgba32i", (TexelType::SIGNED, 4, 4)),
    (33, "R32ui", (TexelType::UNSIGNED, 4, 1)),
    (35, "Rg32ui", (TexelType::UNSIGNED, 4, 2)),
    (30, "Rgba32ui", (TexelType::UNSIGNED, 4, 4)),
    (3, "R32f", (TexelType::FLOAT, 4, 1)),
    (6, "Rg32f", (TexelType::FLOAT, 4, 2)),
    (1, "Rgba32f", (TexelType::FLOAT, 4, 4)),
    (15, "R8", (TexelType::UNORM, 1, 1)),
    (13, "Rg8", (TexelType::UNORM, 1, 2)),
    (4, "Rgba8", (TexelType::UNORM, 1, 4)),
    (14, "R16", (TexelType::UNORM, 2, 1)),
    (12, "Rg16", (TexelType::UNORM, 2, 2)),
    (10, "Rgba16", (TexelType::UNORM, 2, 4)),
    (20, "R8Snorm", (TexelType::SNORM, 1, 1)),
    (18, "Rg8Snorm", (TexelType::SNORM, 1, 2)),
    (5, "Rgba8Snorm", (TexelType::SNORM, 1, 4)),
    (19, "R16Snorm", (TexelType::SNORM, 2, 1)),
    (17, "Rg16Snorm", (TexelType::SNORM, 2, 2)),
    (16, "Rgba16Snorm", (TexelType::SNORM, 2, 4)),
];

/// The declared uniform, with the stages that use it.
pub(crate) fn uniform(codes: &[StageCode]) -> Result<Option<Uniform<'static>>, WriteError> {
    let mut found: Option<Uniform<'static>> = None;
    for code in codes {
        let Some(descriptor) = code.uniform() else {
            continue;
        };
        let stages = if code.uses(descriptor.variable) { code.stage.mask.0 } else { 0 };
        match &mut found {
            Some(uniform) => uniform.stages.0 |= stages,
            None => found = uniform_of(code)?.map(|uniform| Uniform { stages: StageMask(stages), ..uniform }),
        }
    }
    Ok(found)
}

fn uniform_of(code: &StageCode) -> Result<Option<Uniform<'static>>, WriteError> {
    let mut members = Vec::new();
    let mut size = 0;
    for (index, member) in code.uniform_members().iter().enumerate() {
        let narrow = |value: u32| u8::try_from(value).ok();
        let read = code.number(member.ty).zip(member.offset).and_then(|(number, offset)| {
            size = size.max(offset.checked_add(number.words().checked_mul(4)?)?);
            Some(Member {
                name: Cow::Owned(
                    member.name.clone().unwrap_or_else(|| format!("member{index}")).into_bytes(),
                ),
                offset: u16::try_from(offset).ok()?,
                base_type: number.base,
                rows: narrow(number.rows)?,
                columns: narrow(number.columns)?,
                array_size: narrow(number.array)?,
            })
        });
        members.push(read.ok_or_else(|| format!("member {index} of the uniform has no type of VBC"))?);
    }
    let size = u16::try_from(size)
        .map_err(|_| format!("found a uniform of {size} bytes, expected at most 65535"))?;
    Ok((size > 0).then_some(Uniform { size, stages: StageMask::default(), members }))
}

/// Subpass inputs used by the modules, up to the highest index; gaps are assumed to be float.
pub(crate) fn subpass_inputs(codes: &[StageCode]) -> Result<Vec<SubpassInput>, WriteError> {
    let mut found = Vec::new();
    for code in codes {
        for descriptor in &code.reflection.descriptors {
            if descriptor.kind != DescriptorKind::InputAttachment {
                continue;
            }
            let index = descriptor.input_attachment.or(descriptor.binding).unwrap_or(0);
            if index >= MAX_SUBPASS_INPUTS {
                return Err(WriteError::new(format!("found input attachment {index}, expected 0 to 3")));
            }
            let texel_type = texel_class(code, descriptor.element)
                .ok_or_else(|| format!("input attachment {index} has no numeric class of VBC"))?;
            let index = index as usize;
            if found.len() <= index {
                found.resize(index + 1, subpass_input(TexelType::FLOAT));
            }
            found[index] = subpass_input(texel_type);
        }
    }
    Ok(found)
}

/// A subpass input record of four components.
pub(crate) fn subpass_input(texel_type: TexelType) -> SubpassInput {
    SubpassInput { texel_type, components: 4, padding: [0; 2] }
}
