//! Lists the registers that a root signature binds.

use crate::part::rts::hlsl::descriptor_class;
use crate::part::rts::raw::{Count, RangeType, Visibility};
use crate::part::rts::{Payload, RootSignature};

/// Registers that a parameter or a static sampler binds.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub(super) class: RangeType,
    pub(super) space: u32,
    pub(super) first: u64,
    /// One past the last; the largest number if unbounded.
    pub(super) end: u64,
    pub(super) visibility: Visibility,
    pub(super) by: Binder,
}

/// What binds registers, by indices.
#[derive(Clone, Copy)]
pub(super) enum Binder {
    /// Constants, or a descriptor in the root signature itself.
    Parameter(usize),
    /// A range of a table: of the parameter, in it.
    Range(usize, usize),
    /// A static sampler.
    Sampler(usize),
}

impl std::fmt::Display for Binder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Binder::Parameter(index) | Binder::Range(index, _) => write!(f, "parameter {index}"),
            Binder::Sampler(index) => write!(f, "static sampler {index}"),
        }
    }
}

/// The registers of all parameters, then those of all static samplers.
pub(super) fn bound<'m>(model: &'m RootSignature<'_>) -> impl Iterator<Item = Bound> + 'm {
    let parameters = model.parameters.iter().zip(&model.payloads).enumerate();
    let parameters = parameters.flat_map(|(index, (parameter, payload))| {
        let visibility = parameter.visibility;
        let own = match payload {
            Payload::Constants(constants) => Some((RangeType::CBV, constants.space, constants.register)),
            Payload::Descriptor(descriptor, _) => {
                Some((descriptor_class(parameter.parameter_type), descriptor.space, descriptor.register))
            }
            Payload::Table(..) | Payload::Missing => None,
        };
        let own = own.map(|register| single(register, visibility, Binder::Parameter(index)));
        let ranges = match payload {
            Payload::Table(_, ranges) => Some(ranges),
            _ => None,
        };
        let ranges = ranges.into_iter().flat_map(|ranges| ranges.iter()).enumerate();
        own.into_iter().chain(ranges.map(move |(number, range)| Bound {
            class: range.range_type,
            space: range.space,
            first: range.base.into(),
            end: match range.count {
                Count::UNBOUNDED => u64::MAX,
                count => u64::from(range.base) + u64::from(count.0),
            },
            visibility,
            by: Binder::Range(index, number),
        }))
    });
    let samplers = model.samplers.iter().enumerate().map(|(index, sampler)| {
        let register = (RangeType::SAMPLER, sampler.space, sampler.register);
        single(register, sampler.visibility, Binder::Sampler(index))
    });
    parameters.chain(samplers)
}

fn single((class, space, register): (RangeType, u32, u32), visibility: Visibility, by: Binder) -> Bound {
    let first = u64::from(register);
    Bound { class, space, first, end: first + 1, visibility, by }
}
