//! Mutates root signatures; reading, reflection and text must not panic.

use crate::support;
use glassbox_core::format::Format as _;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Record;
use glassbox_core::text::assemble;
use glassbox_dxcontainer::FORMAT;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::rts::hlsl::clauses;
use glassbox_dxcontainer::part::rts::raw;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::tree::assert_laws;
use support::{container, open, registry};

/// Number of mutations per version.
const ROUNDS: u64 = 1000;

fn put<T: Record>(out: &mut Vec<u8>, record: T) {
    record.encode(out);
}

/// Root signature with one of everything that the version supports.
fn root_signature(version: raw::Version) -> Vec<u8> {
    let flags = version != raw::Version::V1_0;
    let types = [
        raw::ParameterType::CONSTANTS,
        raw::ParameterType::CBV,
        raw::ParameterType::SRV,
        raw::ParameterType::UAV,
        raw::ParameterType::TABLE,
        raw::ParameterType::TABLE,
    ];
    // Samplers require separate tables.
    let mut tables =
        [vec![raw::RangeType::SRV, raw::RangeType::UAV, raw::RangeType::CBV], vec![raw::RangeType::SAMPLER]]
            .into_iter();
    let mut payloads = Vec::new();
    let first = raw::Header::SIZE + types.len() * raw::Parameter::SIZE;
    let mut offsets = Vec::new();
    for parameter_type in types {
        let at = first + payloads.len();
        offsets.push(at as u32);
        match parameter_type {
            raw::ParameterType::CONSTANTS => {
                put(&mut payloads, raw::Constants { register: 1, space: 0, count: 4 })
            }
            raw::ParameterType::TABLE => {
                let kinds = tables.next().unwrap_or_default();
                put(
                    &mut payloads,
                    raw::Table { count: kinds.len() as u32, ranges: (at + raw::Table::SIZE) as u32 },
                );
                for range_type in kinds {
                    let (count, offset) = (raw::Count(2), raw::TableOffset::APPEND);
                    if flags {
                        put(
                            &mut payloads,
                            raw::Range24 {
                                range_type,
                                count,
                                base: 3,
                                space: 1,
                                flags: raw::RangeFlags(0),
                                offset,
                            },
                        )
                    } else {
                        put(&mut payloads, raw::Range { range_type, count, base: 3, space: 1, offset })
                    }
                }
            }
            _ => {
                let plain = raw::Descriptor { register: 5, space: 0 };
                if flags {
                    put(
                        &mut payloads,
                        raw::Descriptor12 {
                            register: plain.register,
                            space: plain.space,
                            flags: raw::DescriptorFlags::DATA_STATIC,
                        },
                    )
                } else {
                    put(&mut payloads, plain)
                }
            }
        }
    }
    let mut out = Vec::new();
    put(
        &mut out,
        raw::Header {
            version,
            parameter_count: types.len() as u32,
            parameters: raw::Header::SIZE as u32,
            sampler_count: 1,
            samplers: (first + payloads.len()) as u32,
            flags: raw::RootFlags(1),
        },
    );
    for (parameter_type, payload) in types.into_iter().zip(offsets) {
        put(&mut out, raw::Parameter { parameter_type, visibility: raw::Visibility::ALL, payload });
    }
    out.extend(payloads);
    let sampler = raw::Sampler {
        filter: raw::Filter::ANISOTROPIC,
        address_u: raw::Address::WRAP,
        address_v: raw::Address::WRAP,
        address_w: raw::Address::CLAMP,
        mip_bias: 0.0,
        max_anisotropy: 16,
        comparison: raw::Comparison::LESS_EQUAL,
        border: raw::Border::OPAQUE_WHITE,
        min_lod: 0.0,
        max_lod: f32::MAX,
        register: 1,
        space: 0,
        visibility: raw::Visibility::ALL,
    };
    put(&mut out, sampler);
    if version == raw::Version::V1_2 {
        // Sampler flags: integer border.
        out.extend(1u32.to_le_bytes());
    }
    out
}

/// The state of the pixel shader in `rules/` uses b0, s0 and t0 of space 0.
#[test]
fn resources_that_no_parameter_binds_are_noted() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/pixel.gbt");
    let text = std::fs::read_to_string(path).expect("the base file is there");
    let notes = |(from, to): (&str, &str)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let bytes = assemble(&text.replace(from, to), &registry()).expect("it assembles");
        let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("it is a container");
        opened.interface().notes
    };
    let all = "count      u32 = 4\n      base       u32 = 0\n      space      u32 = 0";
    assert_eq!(notes((all, all)), [""; 0]);
    assert_eq!(
        notes((all, &all.replace("base       u32 = 0", "base       u32 = 1"))),
        ["no root parameter binds t0 in space 0"]
    );
    assert_eq!(
        notes((all, &all.replace("space      u32 = 0", "space      u32 = 2"))),
        ["no root parameter binds t0 in space 0"]
    );
}

#[test]
fn whatever_a_root_signature_holds_nothing_breaks() {
    let versions = [raw::Version::V1_0, raw::Version::V1_1, raw::Version::V1_2];
    for (number, version) in versions.into_iter().enumerate() {
        let whole = root_signature(version);
        let bytes = container(&[(b"RTS0", whole.clone())]);
        let ids = support::ids(&bytes);
        // Version 1.2 is always reported, since older runtimes reject it.
        let reported: Vec<&str> = ids.into_iter().filter(|id| id.starts_with("DXC-RTS")).collect();
        let expected: &[&str] = match version {
            raw::Version::V1_2 => &["DXC-RTS-01"],
            _ => &[],
        };
        assert_eq!(reported, expected, "{version}");
        let file = open(&bytes);
        let Some(Content::Rts(model)) = file.content(b"RTS0") else { panic!("{version}: a root signature") };
        let text: Vec<String> = clauses(model).collect();
        assert_eq!(text.len(), 8, "{text:?}");
        let has_flags = text.iter().any(|clause| clause.contains("UINT_BORDER_COLOR"));
        assert_eq!(has_flags, version == raw::Version::V1_2, "{text:?}");
        let mut read = 0;
        for round in 0..ROUNDS {
            let mut random = Random::new(round + number as u64 * ROUNDS);
            let bytes = container(&[(b"RTS0", mutate(&whole, &mut random))]);
            let what = format!("root signature {version}, mutation {round}");
            assert_laws(&FORMAT, &registry(), &bytes, &what);
            if let Some(Content::Rts(model)) = open(&bytes).content(b"RTS0") {
                // Ranges may be shared, so only as many clauses as listings show are formatted.
                read += clauses(model).take(1000).count();
            }
        }
        assert!(read as u64 > ROUNDS, "{version}: only {read} clauses");
    }
}

/// Values of the fields of a static sampler by their places in it, and their words: those of `D3D12_FILTER` and its neighbours in
/// `d3d12.h`, as "Specifying Root Signatures in HLSL" spells them.
const SAMPLER_WORDS: [(usize, u32, &str); 62] = [
    (0x00, 0x00, "filter=FILTER_MIN_MAG_MIP_POINT,"),
    (0x00, 0x01, "filter=FILTER_MIN_MAG_POINT_MIP_LINEAR,"),
    (0x00, 0x04, "filter=FILTER_MIN_POINT_MAG_LINEAR_MIP_POINT,"),
    (0x00, 0x05, "filter=FILTER_MIN_POINT_MAG_MIP_LINEAR,"),
    (0x00, 0x10, "filter=FILTER_MIN_LINEAR_MAG_MIP_POINT,"),
    (0x00, 0x11, "filter=FILTER_MIN_LINEAR_MAG_POINT_MIP_LINEAR,"),
    (0x00, 0x14, "filter=FILTER_MIN_MAG_LINEAR_MIP_POINT,"),
    (0x00, 0x15, "filter=FILTER_MIN_MAG_MIP_LINEAR,"),
    (0x00, 0x54, "filter=FILTER_MIN_MAG_ANISOTROPIC_MIP_POINT,"),
    (0x00, 0x55, "filter=FILTER_ANISOTROPIC,"),
    (0x00, 0x80, "filter=FILTER_COMPARISON_MIN_MAG_MIP_POINT,"),
    (0x00, 0x94, "filter=FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT,"),
    (0x00, 0xd5, "filter=FILTER_COMPARISON_ANISOTROPIC,"),
    (0x00, 0x101, "filter=FILTER_MINIMUM_MIN_MAG_POINT_MIP_LINEAR,"),
    (0x00, 0x114, "filter=FILTER_MINIMUM_MIN_MAG_LINEAR_MIP_POINT,"),
    (0x00, 0x155, "filter=FILTER_MINIMUM_ANISOTROPIC,"),
    (0x00, 0x184, "filter=FILTER_MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT,"),
    (0x00, 0x194, "filter=FILTER_MAXIMUM_MIN_MAG_LINEAR_MIP_POINT,"),
    (0x00, 0x1d5, "filter=FILTER_MAXIMUM_ANISOTROPIC,"),
    (0x00, 0x02, "filter=2,"),
    (0x00, 0x215, "filter=533,"),
    (0x04, 1, "addressU=TEXTURE_ADDRESS_WRAP,"),
    (0x04, 2, "addressU=TEXTURE_ADDRESS_MIRROR,"),
    (0x08, 3, "addressV=TEXTURE_ADDRESS_CLAMP,"),
    (0x08, 4, "addressV=TEXTURE_ADDRESS_BORDER,"),
    (0x0c, 5, "addressW=TEXTURE_ADDRESS_MIRROR_ONCE,"),
    (0x0c, 6, "addressW=6,"),
    (0x10, 0xbf00_0000, "mipLODBias=-0.5f,"),
    (0x10, 0x7fc0_0000, "mipLODBias=0x7fc00000,"),
    (0x14, 4, "maxAnisotropy=4,"),
    (0x18, 0, "comparisonFunc=0,"),
    (0x18, 1, "comparisonFunc=COMPARISON_NEVER,"),
    (0x18, 2, "comparisonFunc=COMPARISON_LESS,"),
    (0x18, 3, "comparisonFunc=COMPARISON_EQUAL,"),
    (0x18, 4, "comparisonFunc=COMPARISON_LESS_EQUAL,"),
    (0x18, 5, "comparisonFunc=COMPARISON_GREATER,"),
    (0x18, 6, "comparisonFunc=COMPARISON_NOT_EQUAL,"),
    (0x18, 7, "comparisonFunc=COMPARISON_GREATER_EQUAL,"),
    (0x18, 8, "comparisonFunc=COMPARISON_ALWAYS,"),
    (0x1c, 0, "borderColor=STATIC_BORDER_COLOR_TRANSPARENT_BLACK,"),
    (0x1c, 1, "borderColor=STATIC_BORDER_COLOR_OPAQUE_BLACK,"),
    (0x1c, 2, "borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE,"),
    (0x1c, 3, "borderColor=STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT,"),
    (0x1c, 4, "borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE_UINT,"),
    (0x1c, 5, "borderColor=5,"),
    (0x20, 0x3f80_0000, "minLOD=1.0f,"),
    (0x20, 0xff7f_ffff, "minLOD=-3.402823466e38f,"),
    (0x24, 0x7f7f_ffff, "maxLOD=3.402823466e38f)"),
    (0x28, 7, "StaticSampler(s7,"),
    (0x2c, 0, "maxLOD=3.402823466e38f)"),
    (0x2c, 3, "space=3)"),
    (0x30, 0, "maxLOD=3.402823466e38f)"),
    (0x30, 1, "visibility=SHADER_VISIBILITY_VERTEX)"),
    (0x30, 2, "visibility=SHADER_VISIBILITY_HULL)"),
    (0x30, 3, "visibility=SHADER_VISIBILITY_DOMAIN)"),
    (0x30, 4, "visibility=SHADER_VISIBILITY_GEOMETRY)"),
    (0x30, 5, "visibility=SHADER_VISIBILITY_PIXEL)"),
    (0x30, 6, "visibility=SHADER_VISIBILITY_AMPLIFICATION)"),
    (0x30, 7, "visibility=SHADER_VISIBILITY_MESH)"),
    (0x30, 8, "visibility=8)"),
    (0x00, 0x1d4, "filter=FILTER_MAXIMUM_MIN_MAG_ANISOTROPIC_MIP_POINT,"),
    (0x14, 0, "maxAnisotropy=0,"),
];

#[test]
fn fields_of_samplers_have_the_words_of_hlsl() {
    let whole = root_signature(raw::Version::V1_1);
    let sampler = whole.len() - raw::Sampler::SIZE;
    for (offset, value, expected) in SAMPLER_WORDS {
        let mut part = whole.clone();
        part[sampler + offset..][..4].copy_from_slice(&value.to_le_bytes());
        let bytes = container(&[(b"RTS0", part)]);
        let file = open(&bytes);
        let Some(Content::Rts(model)) = file.content(b"RTS0") else { panic!("a root signature") };
        let last = clauses(model).last().expect("it has a sampler");
        assert!(last.contains(expected), "{value:#x} at {offset:#x}: expected {expected} in {last}");
    }
}
