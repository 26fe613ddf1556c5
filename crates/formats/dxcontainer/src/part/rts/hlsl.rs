//! Formats a root signature as HLSL: the clauses of the `RootSignature` attribute.
//!
//! Source: "Specifying Root Signatures in HLSL" of the Direct3D 12 documentation.

use super::raw::{
    Address, Border, Comparison, Count, DescriptorFlags, Filter, Parameter, ParameterType, Range24,
    RangeFlags, RangeType, RootFlags, Sampler, SamplerFlags, TableOffset, Visibility,
};
use super::{Payload, RootSignature};

/// Clauses of all parameters and samplers, without separating commas. Undefined values are numbers; an unreadable
/// parameter is a comment.
pub fn clauses<'a>(signature: &'a RootSignature<'a>) -> impl Iterator<Item = String> + 'a {
    let flags = signature.header.flags;
    let empty = signature.parameters.is_empty() && signature.samplers.is_empty();
    let flags = (flags.0 != 0 || empty).then(|| format!("RootFlags({})", flag_words(flags.0, ROOT_FLAGS)));
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

    fn flags(&mut self, value: u32, words: &[(u32, &str)]) {
        if value != 0 {
            self.add("flags", flag_words(value, words));
        }
    }

    fn visibility(&mut self, visibility: Visibility) {
        let word = match visibility {
            Visibility::ALL => return,
            Visibility::VERTEX => "SHADER_VISIBILITY_VERTEX",
            Visibility::HULL => "SHADER_VISIBILITY_HULL",
            Visibility::DOMAIN => "SHADER_VISIBILITY_DOMAIN",
            Visibility::GEOMETRY => "SHADER_VISIBILITY_GEOMETRY",
            Visibility::PIXEL => "SHADER_VISIBILITY_PIXEL",
            Visibility::AMPLIFICATION => "SHADER_VISIBILITY_AMPLIFICATION",
            Visibility::MESH => "SHADER_VISIBILITY_MESH",
            other => return self.add("visibility", other.0),
        };
        self.add("visibility", word);
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
            arguments.flags(flags.unwrap_or_default().0, DATA_FLAGS);
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

fn range_clause(range: &Range24) -> String {
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
    arguments.flags(range.flags.0, RANGE_FLAGS);
    arguments.clause(range_name(range.range_type))
}

/// Clause of a static sampler; defaults are written out too, since few readers remember them.
fn sampler_clause(sampler: &Sampler, flags: SamplerFlags) -> String {
    let mut arguments = Arguments(vec![format!("s{}", sampler.register)]);
    arguments.add("filter", filter(sampler.filter));
    arguments.add("addressU", address(sampler.address_u));
    arguments.add("addressV", address(sampler.address_v));
    arguments.add("addressW", address(sampler.address_w));
    arguments.add("mipLODBias", float(sampler.mip_bias));
    arguments.add("maxAnisotropy", sampler.max_anisotropy);
    arguments.add("comparisonFunc", comparison(sampler.comparison));
    arguments.add("borderColor", border(sampler.border));
    arguments.add("minLOD", float(sampler.min_lod));
    arguments.add("maxLOD", float(sampler.max_lod));
    arguments.space(sampler.space);
    arguments.flags(flags.0, SAMPLER_FLAGS);
    arguments.visibility(sampler.visibility);
    arguments.clause("StaticSampler")
}

const ROOT_FLAGS: &[(u32, &str)] = &[
    (RootFlags::ALLOW_INPUT_LAYOUT.0, "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT"),
    (RootFlags::DENY_VERTEX.0, "DENY_VERTEX_SHADER_ROOT_ACCESS"),
    (RootFlags::DENY_HULL.0, "DENY_HULL_SHADER_ROOT_ACCESS"),
    (RootFlags::DENY_DOMAIN.0, "DENY_DOMAIN_SHADER_ROOT_ACCESS"),
    (RootFlags::DENY_GEOMETRY.0, "DENY_GEOMETRY_SHADER_ROOT_ACCESS"),
    (RootFlags::DENY_PIXEL.0, "DENY_PIXEL_SHADER_ROOT_ACCESS"),
    (RootFlags::ALLOW_STREAM_OUTPUT.0, "ALLOW_STREAM_OUTPUT"),
    (RootFlags::LOCAL.0, "LOCAL_ROOT_SIGNATURE"),
    (RootFlags::DENY_AMPLIFICATION.0, "DENY_AMPLIFICATION_SHADER_ROOT_ACCESS"),
    (RootFlags::DENY_MESH.0, "DENY_MESH_SHADER_ROOT_ACCESS"),
    (RootFlags::VIEW_HEAP_INDEXED.0, "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED"),
    (RootFlags::SAMPLER_HEAP_INDEXED.0, "SAMPLER_HEAP_DIRECTLY_INDEXED"),
    (RootFlags::ALLOW_LOW_TIER_LIMIT.0, "ALLOW_LOW_TIER_RESERVED_HW_CB_LIMIT"),
];

const DATA_FLAGS: &[(u32, &str)] = &[
    (DescriptorFlags::DATA_VOLATILE.0, "DATA_VOLATILE"),
    (DescriptorFlags::DATA_STATIC_WHILE_SET.0, "DATA_STATIC_WHILE_SET_AT_EXECUTE"),
    (DescriptorFlags::DATA_STATIC.0, "DATA_STATIC"),
];

const RANGE_FLAGS: &[(u32, &str)] = &[
    (RangeFlags::DESCRIPTORS_VOLATILE.0, "DESCRIPTORS_VOLATILE"),
    (RangeFlags::DATA_VOLATILE.0, "DATA_VOLATILE"),
    (RangeFlags::DATA_STATIC_WHILE_SET.0, "DATA_STATIC_WHILE_SET_AT_EXECUTE"),
    (RangeFlags::DATA_STATIC.0, "DATA_STATIC"),
    (RangeFlags::DESCRIPTORS_STATIC_CHECKED.0, "DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS"),
];

const SAMPLER_FLAGS: &[(u32, &str)] = &[
    (SamplerFlags::UINT_BORDER.0, "UINT_BORDER_COLOR"),
    (SamplerFlags::NON_NORMALIZED.0, "NON_NORMALIZED_COORDINATES"),
];

/// Names of the set flags; unnamed bits are a number.
fn flag_words(value: u32, words: &[(u32, &str)]) -> String {
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

fn filter(filter: Filter) -> String {
    let base = match filter.0 & 0x7F {
        0x00 => "MIN_MAG_MIP_POINT",
        0x01 => "MIN_MAG_POINT_MIP_LINEAR",
        0x04 => "MIN_POINT_MAG_LINEAR_MIP_POINT",
        0x05 => "MIN_POINT_MAG_MIP_LINEAR",
        0x10 => "MIN_LINEAR_MAG_MIP_POINT",
        0x11 => "MIN_LINEAR_MAG_POINT_MIP_LINEAR",
        0x14 => "MIN_MAG_LINEAR_MIP_POINT",
        0x15 => "MIN_MAG_MIP_LINEAR",
        0x54 => "MIN_MAG_ANISOTROPIC_MIP_POINT",
        _ => "ANISOTROPIC",
    };
    let reduction = match filter.0 >> 7 {
        0 => "",
        1 => "COMPARISON_",
        2 => "MINIMUM_",
        _ => "MAXIMUM_",
    };
    if filter.is_defined() { format!("FILTER_{reduction}{base}") } else { format!("{:#x}", filter.0) }
}

fn address(address: Address) -> String {
    let word = match address {
        Address::WRAP => "WRAP",
        Address::MIRROR => "MIRROR",
        Address::CLAMP => "CLAMP",
        Address::BORDER => "BORDER",
        Address::MIRROR_ONCE => "MIRROR_ONCE",
        other => return other.0.to_string(),
    };
    format!("TEXTURE_ADDRESS_{word}")
}

fn comparison(comparison: Comparison) -> String {
    let word = match comparison {
        Comparison::NEVER => "NEVER",
        Comparison::LESS => "LESS",
        Comparison::EQUAL => "EQUAL",
        Comparison::LESS_EQUAL => "LESS_EQUAL",
        Comparison::GREATER => "GREATER",
        Comparison::NOT_EQUAL => "NOT_EQUAL",
        Comparison::GREATER_EQUAL => "GREATER_EQUAL",
        Comparison::ALWAYS => "ALWAYS",
        // HLSL has no keyword for no comparison.
        other => return other.0.to_string(),
    };
    format!("COMPARISON_{word}")
}

fn border(border: Border) -> String {
    let word = match border {
        Border::TRANSPARENT_BLACK => "TRANSPARENT_BLACK",
        Border::OPAQUE_BLACK => "OPAQUE_BLACK",
        Border::OPAQUE_WHITE => "OPAQUE_WHITE",
        Border::OPAQUE_BLACK_UINT => "OPAQUE_BLACK_UINT",
        Border::OPAQUE_WHITE_UINT => "OPAQUE_WHITE_UINT",
        other => return other.0.to_string(),
    };
    format!("STATIC_BORDER_COLOR_{word}")
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
