//! Writes root signatures as JSON: part of `docs/schema/interface.json`.

use glassbox_core::interface::{DescriptorRange, RootParameter, RootSignature, StaticSampler};
use serde::Serialize;

/// A root signature.
#[derive(Serialize, Debug)]
pub(super) struct RootSignatureJson<'a> {
    name: &'a str,
    path: &'a str,
    version: &'a str,
    flags: &'a [String],
    parameters: Vec<ParameterJson<'a>>,
    static_samplers: Vec<SamplerJson<'a>>,
    text: String,
}

impl<'a> RootSignatureJson<'a> {
    pub(super) fn of(signature: &'a RootSignature) -> RootSignatureJson<'a> {
        RootSignatureJson {
            name: &signature.name,
            path: &signature.path,
            version: &signature.version,
            flags: &signature.flags,
            parameters: signature.parameters.iter().map(ParameterJson::of).collect(),
            static_samplers: signature.samplers.iter().map(SamplerJson::of).collect(),
            text: signature.text.join(", "),
        }
    }
}

#[derive(Serialize, Debug)]
struct ParameterJson<'a> {
    kind: &'a str,
    visibility: &'a str,
    register: Option<&'a str>,
    space: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    constants: Option<u32>,
    flags: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ranges: Vec<RangeJson<'a>>,
}

impl<'a> ParameterJson<'a> {
    fn of(parameter: &'a RootParameter) -> ParameterJson<'a> {
        ParameterJson {
            kind: &parameter.kind,
            visibility: &parameter.visibility,
            register: parameter.register.as_deref(),
            space: parameter.space,
            constants: parameter.constants,
            flags: &parameter.flags,
            ranges: parameter.ranges.iter().map(RangeJson::of).collect(),
        }
    }
}

#[derive(Serialize, Debug)]
struct RangeJson<'a> {
    kind: &'a str,
    register: &'a str,
    space: u32,
    count: Option<u32>,
    offset: Option<u64>,
    flags: &'a [String],
}

impl<'a> RangeJson<'a> {
    fn of(range: &'a DescriptorRange) -> RangeJson<'a> {
        RangeJson {
            kind: &range.kind,
            register: &range.register,
            space: range.space,
            count: range.count,
            offset: range.offset,
            flags: &range.flags,
        }
    }
}

#[derive(Serialize, Debug)]
struct SamplerJson<'a> {
    register: &'a str,
    space: u32,
    visibility: &'a str,
    filter: &'a str,
    address_u: &'a str,
    address_v: &'a str,
    address_w: &'a str,
    /// A number that is none, such as an infinity, is `null`.
    mip_lod_bias: f32,
    max_anisotropy: u32,
    comparison: &'a str,
    border_color: &'a str,
    min_lod: f32,
    max_lod: f32,
    flags: &'a [String],
}

impl<'a> SamplerJson<'a> {
    fn of(sampler: &'a StaticSampler) -> SamplerJson<'a> {
        let [u, v, w] = &sampler.address;
        SamplerJson {
            register: &sampler.register,
            space: sampler.space,
            visibility: &sampler.visibility,
            filter: &sampler.filter,
            address_u: u,
            address_v: v,
            address_w: w,
            mip_lod_bias: sampler.mip_bias,
            max_anisotropy: sampler.max_anisotropy,
            comparison: &sampler.comparison,
            border_color: &sampler.border,
            min_lod: sampler.min_lod,
            max_lod: sampler.max_lod,
            flags: &sampler.flags,
        }
    }
}
