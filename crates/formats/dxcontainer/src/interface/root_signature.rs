//! Reflects root signatures, as fields and as HLSL.

use glassbox_core::interface::{DescriptorRange, Interface, RootParameter, RootSignature, StaticSampler};
use glassbox_core::named::NameTable;

use super::budget::Budget;
use super::parts::{rdat, rts};
use crate::context::Context;
use crate::part::rdat::raw::{RootSignatureSubobject, TableType};
use crate::part::rts::hlsl::{clauses, descriptor_class, register_letter};
use crate::part::rts::raw::{
    Count, DescriptorFlags, Parameter, RangeFlags, RangeType, RootFlags, Sampler, SamplerFlags,
};
use crate::part::rts::{Payload, RootSignature as Model, table_places};

/// Adds the container's root signature and those among a library's subobjects.
pub(super) fn root_signatures(context: &Context<'_, '_>, budget: &mut Budget, out: &mut Interface) {
    if let Some(model) = rts(context)
        && let Some((part, _)) = context.find(b"RTS0")
    {
        let signature = root_signature(String::new(), part.path.clone(), model, budget);
        out.root_signatures.push(signature);
    }
    let Some((path, rdat)) = rdat(context) else { return };
    let subobjects = rdat.rows::<RootSignatureSubobject>(TableType::SUBOBJECTS);
    for (index, model) in &rdat.root_signatures {
        let name = subobjects.get(*index as usize).map(|row| row.name);
        let name = name.map(|name| budget.text(rdat.name(name))).unwrap_or_default();
        let path = format!("{path}.bytes.content.root_signature[{index}]");
        out.root_signatures.push(root_signature(name, path, model, budget));
    }
}

fn root_signature(name: String, path: String, model: &Model<'_>, budget: &mut Budget) -> RootSignature {
    let mut parameters = Vec::new();
    for (parameter, payload) in model.parameters.iter().zip(&model.payloads) {
        if !budget.member() {
            break;
        }
        parameters.push(root_parameter(&parameter, payload, budget));
    }
    let mut samplers = Vec::new();
    for (index, sampler) in model.samplers.iter().enumerate() {
        if !budget.member() {
            break;
        }
        samplers.push(static_sampler(&sampler, model.sampler_flags(index).unwrap_or_default()));
    }
    let mut text = Vec::new();
    for clause in clauses(model) {
        // Tables may share ranges, so clauses are charged by their length.
        if !budget.bytes(clause.len()) {
            break;
        }
        text.push(clause);
    }
    RootSignature {
        name,
        path,
        version: model.header.version.to_string(),
        flags: words(model.header.flags.0, RootFlags::NAMES),
        parameters,
        samplers,
        text,
    }
}

fn root_parameter(parameter: &Parameter, payload: &Payload<'_>, budget: &mut Budget) -> RootParameter {
    let mut out = RootParameter {
        kind: parameter.parameter_type.to_string(),
        visibility: parameter.visibility.to_string(),
        ..RootParameter::default()
    };
    match payload {
        Payload::Constants(constants) => {
            out.register = Some(register(RangeType::CBV, constants.register));
            out.space = Some(constants.space);
            out.constants = Some(constants.count);
        }
        Payload::Descriptor(descriptor, flags) => {
            let class = descriptor_class(parameter.parameter_type);
            out.register = Some(register(class, descriptor.register));
            out.space = Some(descriptor.space);
            out.flags = words(flags.unwrap_or_default().0, DescriptorFlags::NAMES);
        }
        Payload::Table(_, ranges) => {
            for (range, (offset, _)) in ranges.iter().zip(table_places(ranges)) {
                if !budget.member() {
                    break;
                }
                out.ranges.push(DescriptorRange {
                    kind: range.range_type.to_string(),
                    register: register(range.range_type, range.base),
                    space: range.space,
                    count: (range.count != Count::UNBOUNDED).then_some(range.count.0),
                    offset,
                    flags: words(range.flags.0, RangeFlags::NAMES),
                });
            }
        }
        Payload::Missing => {}
    }
    out
}

fn static_sampler(sampler: &Sampler, flags: SamplerFlags) -> StaticSampler {
    StaticSampler {
        register: register(RangeType::SAMPLER, sampler.register),
        space: sampler.space,
        visibility: sampler.visibility.to_string(),
        filter: sampler.filter.to_string(),
        address: [sampler.address_u, sampler.address_v, sampler.address_w].map(|mode| mode.to_string()),
        mip_bias: sampler.mip_bias,
        max_anisotropy: sampler.max_anisotropy,
        comparison: sampler.comparison.to_string(),
        border: sampler.border.to_string(),
        min_lod: sampler.min_lod,
        max_lod: sampler.max_lod,
        flags: words(flags.0, SamplerFlags::NAMES),
    }
}

fn register(range_type: RangeType, number: u32) -> String {
    format!("{}{number}", register_letter(range_type))
}

/// Names of the set bits; unnamed bits are combined into one number.
fn words(value: u32, names: &NameTable) -> Vec<String> {
    let mut rest = value;
    let mut out = Vec::new();
    for &(bit, name) in names.entries {
        if u64::from(value) & bit != 0 {
            out.push(name.to_owned());
            rest &= !(bit as u32);
        }
    }
    if rest != 0 {
        out.push(format!("{rest:#x}"));
    }
    out
}
