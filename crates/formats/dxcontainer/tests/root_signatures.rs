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
