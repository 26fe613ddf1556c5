//! Formats a root signature as HLSL: the clauses of the `RootSignature` attribute.
//!
//! Source: "Specifying Root Signatures in HLSL" of the Direct3D 12 documentation.

pub mod words;

use super::raw::{
    Count, Parameter, ParameterType, Range24, RangeType, Sampler, SamplerFlags, TableOffset, Visibility,
};
use super::{Payload, RootSignature};
use words::Words;

/// Clauses of all parameters and samplers, without separating commas. Undefined values are numbers; an unreadable
/// parameter is a comment.
pub fn clauses<'a>(signature: &'a RootSignature<'a>) -> impl Iterator<Item = String> + 'a {
    let flags = signature.header.flags;
    let empty = signature.parameters.is_empty() && signature.samplers.is_empty();
    let flags =
        (flags.0 != 0 || empty).then(|| format!("RootFlags({})", flag_words(flags.0, words::ROOT_FLAGS)));
    let parameters = signature.parameters.iter().zip(&signature.payloads);
    let samplers = signature.samplers.iter().enumerate();
    flags
        .into_iter()
        .chain(parameters.map(|(parameter, payload)| parameter_clause(&parameter, payload)))
        .chain(samplers.map(|(index, sampler)| {
            sampler_clause(&sampler, signature.sampler_flags(index).unwrap_or_default())
        }))
}

/// Register letter of a range type.
pub(crate) fn register_letter(range_type: RangeType) -> char {
    match range_type {
        RangeType::SRV => 't',
        RangeType::UAV => 'u',
        RangeType::CBV => 'b',
        _ => 's',
    }
}

/// Range type described by a root descriptor.
pub(crate) fn descriptor_class(parameter_type: ParameterType) -> RangeType {
    match parameter_type {
        ParameterType::CBV => RangeType::CBV,
        ParameterType::UAV => RangeType::UAV,
        _ => RangeType::SRV,
    }
}

/// Argument list of a clause.
struct Arguments(Vec<String>);

impl Arguments {
    fn add(&mut self, name: &str, value: impl std::fmt::Display) {
        self.0.push(format!("{name}={value}"));
    }

    fn space(&mut self, space: u32) {
        if space != 0 {
            self.add("space", space);
        }
    }

    fn flags(&mut self, value: u32, words: Words) {
        if value != 0 {
            self.add("flags", flag_words(value, words));
        }
    }

    fn visibility(&mut self, visibility: Visibility) {
        if visibility != Visibility::ALL {
            self.add("visibility", word(visibility.0, words::VISIBILITIES));
        }
    }

    fn clause(self, name: &str) -> String {
        format!("{name}({})", self.0.join(", "))
    }
}

fn parameter_clause(parameter: &Parameter, payload: &Payload<'_>) -> String {
    let mut arguments = Arguments(Vec::new());
    let name = match payload {
        Payload::Constants(constants) => {
            arguments.add("num32BitConstants", constants.count);
            arguments.0.push(format!("b{}", constants.register));
            arguments.space(constants.space);
            "RootConstants"
        }
        Payload::Descriptor(descriptor, flags) => {
            let class = descriptor_class(parameter.parameter_type);
            arguments.0.push(format!("{}{}", register_letter(class), descriptor.register));
            arguments.space(descriptor.space);
            arguments.flags(flags.unwrap_or_default().0, words::DATA_FLAGS);
            range_name(class)
        }
        Payload::Table(_, ranges) => {
            arguments.0.extend(ranges.iter().map(|range| range_clause(&range)));
            "DescriptorTable"
        }
        Payload::Missing => {
            return format!("/* a parameter of type {} that cannot be read */", parameter.parameter_type);
        }
    };
    arguments.visibility(parameter.visibility);
    arguments.clause(name)
}

/// HLSL name of a range or root descriptor type.
fn range_name(range_type: RangeType) -> &'static str {
    match range_type {
        RangeType::SRV => "SRV",
        RangeType::UAV => "UAV",
        RangeType::CBV => "CBV",
        _ => "Sampler",
    }
}

/// Clause of a range in a table.
pub(crate) fn range_clause(range: &Range24) -> String {
    if range.range_type.name().is_none() {
        return format!("/* a range of type {} */", range.range_type.0);
    }
    let letter = register_letter(range.range_type);
    let mut arguments = Arguments(vec![format!("{letter}{}", range.base)]);
    match range.count {
        Count(1) => {}
        count => arguments.add("numDescriptors", count),
    }
    arguments.space(range.space);
    if range.offset != TableOffset::APPEND {
        arguments.add("offset", range.offset.0);
    }
    arguments.flags(range.flags.0, words::RANGE_FLAGS);
    arguments.clause(range_name(range.range_type))
}

/// Clause of a static sampler; defaults are written out too, since few readers remember them.
fn sampler_clause(sampler: &Sampler, flags: SamplerFlags) -> String {
    let mut arguments = Arguments(vec![format!("s{}", sampler.register)]);
    arguments.add("filter", word(sampler.filter.0, words::FILTERS));
    arguments.add("addressU", word(sampler.address_u.0, words::ADDRESSES));
    arguments.add("addressV", word(sampler.address_v.0, words::ADDRESSES));
    arguments.add("addressW", word(sampler.address_w.0, words::ADDRESSES));
    arguments.add("mipLODBias", float(sampler.mip_bias));
    arguments.add("maxAnisotropy", sampler.max_anisotropy);
    arguments.add("comparisonFunc", word(sampler.comparison.0, words::COMPARISONS));
    arguments.add("borderColor", word(sampler.border.0, words::BORDERS));
    arguments.add("minLOD", float(sampler.min_lod));
    arguments.add("maxLOD", float(sampler.max_lod));
    arguments.space(sampler.space);
    arguments.flags(flags.0, words::SAMPLER_FLAGS);
    arguments.visibility(sampler.visibility);
    arguments.clause("StaticSampler")
}

/// Names of the set flags; unnamed bits are a number.
fn flag_words(value: u32, words: Words) -> String {
    let mut rest = value;
    let mut set: Vec<String> = Vec::new();
    for &(bit, word) in words {
        if value & bit != 0 {
            set.push(word.to_owned());
            rest &= !bit;
        }
    }
    match (rest, set.is_empty()) {
        (0, true) => set.push("0".to_owned()),
        (0, false) => {}
        _ => set.push(format!("{rest:#x}")),
    }
    set.join(" | ")
}

/// Word of a value; the number if it has none.
fn word(value: u32, words: Words) -> String {
    match words.iter().find(|(named, _)| *named == value) {
        Some((_, word)) => (*word).to_owned(),
        None => value.to_string(),
    }
}

/// Number that parses to the same bits; non-numbers are written as bits.
fn float(value: f32) -> String {
    match (value.is_finite(), value.abs() == f32::MAX) {
        // The shortest representation of the largest float exceeds it, and the compiler rejects that.
        (true, true) => format!("{}3.402823466e38f", if value < 0.0 { "-" } else { "" }),
        (true, false) => format!("{value:?}f"),
        (false, _) => format!("{:#010x}", value.to_bits()),
    }
}
