//! Converts the older layouts to the released one.
//!
//! Renumbers values, narrows sizes and offsets, and takes data absent from an older layout from the modules:
//! the stage masks of layout A, and the uniform members in A and B.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use glassbox_core::record::Record;

use crate::derive;
use crate::legacy::{Generation, LegacyMember, LegacyProgram};
use crate::module::{StageCode, analyse};
use crate::program::{Member, Program, Uniform};
use crate::raw::{
    BaseType, Binding, BufferBindingA, InterfaceRecord, LegacyBaseType, LegacyBinding, LegacyBufferBinding,
    LegacyInterface, LegacyRank, LegacyTexelBinding, Rank, StageMask, SubpassInput, TexelBindingA, TexelType,
};

/// Converts to the released layout. `Err` describes what cannot be expressed.
pub fn upgrade<'a>(old: &LegacyProgram<'a>) -> Result<Program<'a>, WriteError> {
    let codes = analyse(&old.modules);
    let interface = |record: LegacyInterface| -> Result<InterfaceRecord, WriteError> {
        Ok(InterfaceRecord {
            location: record.location,
            base_type: base_type(record.base_type)?,
            rows: record.rows,
            columns: record.columns,
            array_size: record.array_size,
            padding: record.padding,
        })
    };
    let mut program = Program {
        tables: old.tables,
        inputs: old.inputs.iter().map(interface).collect::<Result<Vec<_>, _>>()?.into_iter().collect(),
        outputs: old.outputs.iter().map(interface).collect::<Result<Vec<_>, _>>()?.into_iter().collect(),
        modules: old.modules.clone(),
        ..Program::default()
    };
    let bindings = old.bindings.iter().map(|binding| match old.generation {
        Generation::A => binding_a(&binding, &codes),
        _ => binding_b(&binding),
    });
    program.bindings = bindings.collect::<Result<Vec<_>, _>>()?.into_iter().collect();
    program.uniform = uniform(old, &codes)?;
    let inputs = old.subpass_inputs.iter().map(|record| {
        Ok::<_, WriteError>(SubpassInput {
            texel_type: texel_type(record.texel_type, 4)?,
            components: record.components,
            padding: record.padding,
        })
    });
    program.subpass_inputs = inputs.collect::<Result<Vec<_>, _>>()?.into_iter().collect();
    Ok(program)
}

fn base_type(old: LegacyBaseType) -> Result<BaseType, WriteError> {
    Ok(match old {
        LegacyBaseType::VOID => BaseType::VOID,
        LegacyBaseType::BOOLEAN => BaseType::BOOLEAN,
        LegacyBaseType::SIGNED => BaseType::SIGNED,
        LegacyBaseType::UNSIGNED => BaseType::UNSIGNED,
        LegacyBaseType::FLOAT => BaseType::FLOAT,
        LegacyBaseType::SAMPLER => BaseType::SAMPLER,
        LegacyBaseType::IMAGE => BaseType::IMAGE,
        LegacyBaseType::RO_BUFFER => BaseType::RO_BUFFER,
        LegacyBaseType::RW_BUFFER => BaseType::RW_BUFFER,
        LegacyBaseType::RO_TEXELS => BaseType::RO_TEXELS,
        LegacyBaseType::RW_TEXELS => BaseType::RW_TEXELS,
        other => {
            return Err(WriteError::new(format!(
                "found base type {other}, which the released layout does not store"
            )));
        }
    })
}

fn texel_type(old: LegacyBaseType, size: u8) -> Result<TexelType, WriteError> {
    Ok(match (old, size) {
        (LegacyBaseType::SIGNED, _) => TexelType::SIGNED,
        (LegacyBaseType::UNSIGNED, _) => TexelType::UNSIGNED,
        (LegacyBaseType::FLOAT, 1 | 2) => TexelType::UNORM,
        (LegacyBaseType::FLOAT, _) => TexelType::FLOAT,
        _ => {
            return Err(WriteError::new(format!(
                "found texel type {old}, which the released layout does not store"
            )));
        }
    })
}

/// Shape and format of a texel binding; older layouts omit what samplers and texel buffers imply.
fn texel(
    base: BaseType,
    rank: LegacyRank,
    ty: LegacyBaseType,
    size: u8,
    components: u8,
) -> Result<(Rank, (TexelType, u8, u8)), WriteError> {
    let buffer = matches!(base, BaseType::RO_TEXELS | BaseType::RW_TEXELS);
    let rank = match rank.0.checked_sub(1) {
        _ if buffer => Rank::BUFFER,
        Some(rank) => Rank(rank),
        None => return Err(WriteError::new("found a binding without a rank")),
    };
    if matches!(base, BaseType::SAMPLER | BaseType::RO_TEXELS) {
        // A missing texel type means float, the only type those compilers could sample.
        let ty = if ty == LegacyBaseType::VOID { LegacyBaseType::FLOAT } else { ty };
        return Ok((rank, (texel_type(ty, 4)?, 4, 4)));
    }
    Ok((rank, (texel_type(ty, size)?, size, components)))
}

fn binding_b(old: &LegacyBinding) -> Result<Binding, WriteError> {
    let base = base_type(old.base_type)?;
    let mut bytes = Vec::new();
    old.encode(&mut bytes);
    if base.is_buffer() {
        let old = LegacyBufferBinding::decode(&bytes).ok_or("the record is cut short")?;
        return Ok(Binding::buffer(old.slot, base, old.stages, old.element_size));
    }
    let old = LegacyTexelBinding::decode(&bytes).ok_or("the record is cut short")?;
    let (rank, format) = texel(base, old.rank, old.texel_type, old.component_size, old.components)?;
    Ok(Binding::texel(old.slot, base, old.stages, rank, format))
}

fn binding_a(old: &LegacyBinding, codes: &[StageCode]) -> Result<Binding, WriteError> {
    let base = base_type(old.base_type)?;
    let mut bytes = Vec::new();
    old.encode(&mut bytes);
    let uses = |code: &&StageCode| code.slots().iter().any(|used| used.slot == u32::from(old.slot));
    let stages = codes.iter().filter(uses).map(|code| code.stage.mask.0);
    let stages = StageMask(stages.fold(0, |all, bit| all | bit));
    if base.is_buffer() {
        let old = BufferBindingA::decode(&bytes).ok_or("the record is cut short")?;
        return Ok(Binding::buffer(old.slot, base, stages, old.element_size));
    }
    let old = TexelBindingA::decode(&bytes).ok_or("the record is cut short")?;
    let (rank, format) = texel(base, old.rank, old.texel_type, old.component_size, old.components)?;
    Ok(Binding::texel(old.slot, base, stages, rank, format))
}

fn uniform<'a>(old: &LegacyProgram<'a>, codes: &[StageCode]) -> Result<Option<Uniform<'a>>, WriteError> {
    let Some(uniform) = &old.uniform else {
        return Ok(None);
    };
    if uniform.members.is_empty() {
        return derive::uniform(codes);
    }
    let size =
        u16::try_from(uniform.size).map_err(|_| format!("found a uniform of {} bytes", uniform.size))?;
    let members = uniform.members.iter().map(member).collect::<Result<Vec<_>, _>>()?;
    let used = codes.iter().filter(|code| code.uniform().is_some_and(|block| code.uses(block.variable)));
    let derived = StageMask(used.map(|code| code.stage.mask.0).fold(0, |all, bit| all | bit));
    Ok(Some(Uniform { size, stages: uniform.stages.unwrap_or(derived), members }))
}

fn member<'a>(old: &LegacyMember<'a>) -> Result<Member<'a>, WriteError> {
    let name = old.name.escape_ascii().to_string();
    let (base, rows, columns, array_size) = old.ty.ok_or_else(|| format!("member \"{name}\" has no type"))?;
    let offset =
        u16::try_from(old.offset).map_err(|_| format!("found offset {} of \"{name}\"", old.offset))?;
    Ok(Member { name: Cow::clone(&old.name), offset, base_type: base_type(base)?, rows, columns, array_size })
}
