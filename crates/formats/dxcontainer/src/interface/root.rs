//! Reflects the root signature: constants as push constants, static samplers as resources; notes unbound resources.

use glassbox_core::interface::{Block, Interface, Resource};

use super::parts::{psv, rts};
use super::resources::{Class, registers};
use crate::context::Context;
use crate::part::psv::raw::ResourceType;
use crate::part::rts::raw::{Count, ParameterType, RangeType, Visibility};
use crate::part::rts::{Payload, RootSignature};

/// Maximum number of static samplers listed, and of registers compared.
const MAX_LISTED: usize = 2048;

/// Adds the contents of the root signature.
pub(super) fn root_signature(context: &Context<'_, '_>, out: &mut Interface) {
    let Some(signature) = rts(context) else { return };
    let words = (
        "root signature".to_owned(),
        format!(
            "{}, {} parameters, {} static samplers",
            signature.header.version,
            signature.parameters.len(),
            signature.samplers.len()
        ),
    );
    for entry in &mut out.entry_points {
        entry.modes.push(words.clone());
    }
    for (parameter, payload) in signature.parameters.iter().zip(&signature.payloads).take(MAX_LISTED) {
        if let Payload::Constants(constants) = payload {
            out.push_constants.push(Block {
                kind: Some("root constants".to_owned()),
                register: Some(registers(Class::Buffer, constants.register, Some(1))),
                set: Some(constants.space),
                binding: Some(constants.register),
                size: constants.count.checked_mul(4),
                stages: stages(parameter.visibility),
                ..Block::default()
            });
        }
    }
    for sampler in signature.samplers.iter().take(MAX_LISTED) {
        out.resources.push(Resource {
            kind: "static-sampler".to_owned(),
            set: Some(sampler.space),
            binding: Some(sampler.register),
            register: Some(registers(Class::Sampler, sampler.register, Some(1))),
            stages: stages(sampler.visibility),
            format: Some(sampler.filter.to_string()),
            ..Resource::default()
        });
    }
    missing(context, signature, out);
}

/// Stages of a parameter visibility; empty for all stages.
fn stages(visibility: Visibility) -> Vec<String> {
    use glassbox_core::interface::stage;
    let word = match visibility {
        Visibility::VERTEX => stage::VERTEX,
        Visibility::HULL => stage::TESSELLATION_CONTROL,
        Visibility::DOMAIN => stage::TESSELLATION_EVALUATION,
        Visibility::GEOMETRY => stage::GEOMETRY,
        Visibility::PIXEL => stage::FRAGMENT,
        Visibility::AMPLIFICATION => stage::TASK,
        Visibility::MESH => stage::MESH,
        _ => return Vec::new(),
    };
    vec![word.to_owned()]
}

/// Notes resources of `PSV0` that no parameter binds.
fn missing(context: &Context<'_, '_>, signature: &RootSignature<'_>, out: &mut Interface) {
    let Some(psv) = psv(context) else { return };
    let bound = bound(signature);
    for resource in psv.resources.iter().take(MAX_LISTED) {
        let (class, letter) = match resource.resource_type {
            ResourceType::CBV => (RangeType::CBV, Class::Buffer),
            ResourceType::SAMPLER => (RangeType::SAMPLER, Class::Sampler),
            ResourceType::SRV_TYPED | ResourceType::SRV_RAW | ResourceType::SRV_STRUCTURED => {
                (RangeType::SRV, Class::View)
            }
            _ => (RangeType::UAV, Class::Unordered),
        };
        let covered = bound.iter().any(|range| {
            range.class == class
                && range.space == resource.space
                && range.first <= resource.lower
                && range.last >= resource.upper
        });
        if !covered {
            let register = registers(letter, resource.lower, Some(1));
            out.notes.push(format!("no root parameter binds {register} in space {}", resource.space));
        }
        if out.notes.len() >= MAX_LISTED {
            return;
        }
    }
}

struct Range {
    class: RangeType,
    space: u32,
    first: u32,
    last: u32,
}

/// Register ranges bound by parameters and static samplers.
fn bound(signature: &RootSignature<'_>) -> Vec<Range> {
    let mut out = Vec::new();
    let one = |class, space, register| Range { class, space, first: register, last: register };
    for (parameter, payload) in signature.parameters.iter().zip(&signature.payloads) {
        match payload {
            Payload::Constants(constants) => {
                out.push(one(RangeType::CBV, constants.space, constants.register))
            }
            Payload::Descriptor(descriptor, _) => {
                let class = match parameter.parameter_type {
                    ParameterType::CBV => RangeType::CBV,
                    ParameterType::UAV => RangeType::UAV,
                    _ => RangeType::SRV,
                };
                out.push(one(class, descriptor.space, descriptor.register));
            }
            Payload::Table(_, ranges) => out.extend(ranges.iter().take(MAX_LISTED).map(|range| Range {
                class: range.range_type,
                space: range.space,
                first: range.base,
                last: match range.count {
                    Count::UNBOUNDED => u32::MAX,
                    count => range.base.saturating_add(count.0).saturating_sub(1),
                },
            })),
            Payload::Missing => {}
        }
        if out.len() >= MAX_LISTED {
            return out;
        }
    }
    let samplers = signature.samplers.iter().take(MAX_LISTED);
    out.extend(samplers.map(|sampler| one(RangeType::SAMPLER, sampler.space, sampler.register)));
    out
}
