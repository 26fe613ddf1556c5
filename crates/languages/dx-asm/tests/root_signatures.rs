//! Root signatures as text: DXC's bytes for every case of `root/accepted.txt`, a place and a cure for every case of
//! `root/refused.txt`, the same bytes after a way through text, and merging.

use glassbox_core::language::{Language as _, SourceError};
use glassbox_core::limits::Limits;
use glassbox_core::places::NoPlaces;
use glassbox_core::reader::Window;
use glassbox_dx_asm::root::language::{LANGUAGES, RootSignatures, is_source};
use glassbox_dx_asm::root::{MergeError, listing, merge, minimal, replace};
use glassbox_dxcontainer::build::root_signature::{Content, RootParameter, RootSignature};
use glassbox_dxcontainer::part::rts::raw;
use glassbox_dxcontainer::read::open;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;

fn language(name: &str) -> &'static RootSignatures {
    LANGUAGES.iter().find(|language| language.name() == name).expect("a profile")
}

/// Name, profile, source and bytes of each case.
fn accepted() -> Vec<(String, &'static RootSignatures, String, Vec<u8>)> {
    let text = include_str!("root/accepted.txt");
    let cases = text.split("\n== ").skip(1);
    cases
        .map(|case| {
            let (head, rest) = case.split_once('\n').expect("a source");
            let (name, profile) = head.split_once(": ").expect("a profile");
            let (source, hex) = rest.split_once("\n-- bytes\n").expect("bytes");
            let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
            let bytes = digits.chunks(2).map(|pair| {
                let pair = std::str::from_utf8(pair).expect("digits");
                u8::from_str_radix(pair, 16).expect("digits")
            });
            (name.to_owned(), language(profile), source.to_owned(), bytes.collect())
        })
        .collect()
}

#[test]
fn sources_have_the_compilers_bytes() {
    for (name, language, source, bytes) in accepted() {
        let made = language.assemble(&source).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        assert_eq!(made, bytes, "{name}");
        assert!(is_source(&source) || name == "empty text", "{name}");
    }
}

#[test]
fn listings_assemble_to_the_same_bytes() {
    for (name, _, _, bytes) in accepted() {
        let file = minimal(&bytes).expect("a container");
        let opened = open(Window::whole(&file), &Limits::default()).expect("a container");
        let text = listing(&opened).expect("a root signature");
        assert_eq!(language("rootsig").assemble(&text).as_deref(), Ok(bytes.as_slice()), "{name}: {text}");
        let mut written = Vec::new();
        assert!(
            language("rootsig").disassemble(&bytes, &[], &mut written, &mut NoPlaces).expect("memory"),
            "{name}"
        );
        assert_eq!(String::from_utf8(written).as_deref(), Ok(text.as_str()), "{name}");
    }
}

fn shown(source: &str, error: &SourceError) -> String {
    let found = source.get(error.span.clone()).unwrap_or("?");
    let help = error.help.as_deref().unwrap_or("no cure");
    let rule = error.rule.map_or("", |rule| rule.id);
    format!("  at `{found}`: {} {rule}\n    = {help}\n", error.message)
}

#[test]
fn what_the_compiler_refuses_is_refused_with_a_place() {
    let mut out = String::new();
    let cases = include_str!("root/refused.txt").lines();
    for source in cases.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let errors = language("rootsig_1_1").assemble(source).expect_err(source);
        out.push_str(source);
        out.push('\n');
        for error in &errors {
            assert!(error.help.is_some(), "{source}: {}", error.message);
            out.push_str(&shown(source, error));
        }
    }
    let quoted = "#define A \"CBV(b0)\"\n#define B \"CBV(b1)\"\n";
    for source in [quoted, "\"CBV(b0)", "#define RootSignature \"CBV(b0), \" Other", "\"CBV(\" + \"b0)\""] {
        let errors = language("rootsig_1_1").assemble(source).expect_err(source);
        out.push_str(&format!("{source}\n"));
        errors.iter().for_each(|error| out.push_str(&shown(source, error)));
    }
    golden("tests/root/refused.out", out);
}

#[test]
fn what_a_version_lacks_is_refused() {
    let flags = "CBV(b0, flags=DATA_STATIC)";
    assert!(language("rootsig_1_0").assemble(flags).is_err());
    assert!(language("rootsig_1_1").assemble(flags).is_ok());
    let sampler = "StaticSampler(s0, flags=NON_NORMALIZED_COORDINATES)";
    assert!(language("rootsig_1_1").assemble(sampler).is_err());
    // Source: clang's layout of version 1.2, a static sampler of 56 bytes with its flags last.
    let made = language("rootsig").assemble(sampler).expect("version 1.2");
    assert_eq!((made.len(), &made[..4], &made[76..]), (80, &[3, 0, 0, 0][..], &[2, 0, 0, 0][..]));
}

#[test]
fn random_root_signatures_survive_their_text() {
    for seed in 0..2000 {
        let signature = random(&mut Random::new(seed));
        let bytes = signature.encode().bytes;
        let file = minimal(&bytes).expect("a container");
        let opened = open(Window::whole(&file), &Limits::default()).expect("a container");
        let text = listing(&opened).expect("a root signature");
        let made = language("rootsig").assemble(&text);
        assert_eq!(made.as_deref(), Ok(bytes.as_slice()), "seed {seed}: {text}");
    }
}

/// A root signature that breaks no rule: every register is used once.
fn random(random: &mut Random) -> RootSignature {
    let version = [raw::Version::V1_0, raw::Version::V1_1, raw::Version::V1_2][random.below(3) as usize];
    let has_flags = version != raw::Version::V1_0;
    let mut register = 0;
    let mut next = |step: u32| {
        register += step;
        register - step
    };
    let mut parameters = Vec::new();
    for _ in 0..random.below(6) {
        let visibility = raw::Visibility(random.below(8) as u32);
        let data = if has_flags { [0, 2, 4, 8][random.below(4) as usize] } else { 0 };
        let space = random.below(3) as u32;
        let content = match random.below(3) {
            0 => {
                Content::Constants(raw::Constants { register: next(1), space, count: random.below(8) as u32 })
            }
            1 => {
                let kinds = [raw::ParameterType::CBV, raw::ParameterType::SRV, raw::ParameterType::UAV];
                let flags = raw::DescriptorFlags(data);
                let descriptor = raw::Descriptor12 { register: next(1), space, flags };
                Content::Descriptor(kinds[random.below(3) as usize], descriptor)
            }
            _ => {
                let is_sampler = random.below(3) == 0;
                let ranges = (0..random.below(4)).map(|_| {
                    let range_type = if is_sampler { 3 } else { random.below(3) as u32 };
                    let count = 1 + random.below(4) as u32;
                    let flags = if is_sampler { u32::from(has_flags) & data >> 1 } else { data | data >> 3 };
                    let offset = [raw::TableOffset::APPEND, raw::TableOffset(random.below(100) as u32)];
                    raw::Range24 {
                        range_type: raw::RangeType(range_type),
                        count: raw::Count(count),
                        base: next(count),
                        space,
                        flags: raw::RangeFlags(flags),
                        offset: offset[random.below(2) as usize],
                    }
                });
                Content::Table(ranges.collect())
            }
        };
        parameters.push(RootParameter { visibility, content });
    }
    let samplers = (0..random.below(3)).map(|_| {
        let flags = if version == raw::Version::V1_2 { random.below(4) as u32 } else { 0 };
        let filters = [0x00, 0x15, 0x55, 0x94, 0x154, 0x1D5];
        let sampler = raw::Sampler {
            filter: raw::Filter(filters[random.below(6) as usize]),
            address_u: raw::Address(1 + random.below(5) as u32),
            address_v: raw::Address(1 + random.below(5) as u32),
            address_w: raw::Address(1 + random.below(5) as u32),
            mip_bias: random.below(2000) as f32 / 100.0 - 10.0,
            max_anisotropy: random.below(17) as u32,
            comparison: raw::Comparison(random.below(9) as u32),
            border: raw::Border(random.below(5) as u32),
            min_lod: random.below(1 << 20) as f32 / 7.0,
            max_lod: [f32::MAX, 3.25, f32::INFINITY][random.below(3) as usize],
            register: next(1),
            space: 0,
            visibility: raw::Visibility(random.below(8) as u32),
        };
        (sampler, raw::SamplerFlags(flags))
    });
    let samplers: Vec<_> = samplers.collect();
    RootSignature { version, flags: raw::RootFlags(random.below(1 << 12) as u32), parameters, samplers }
}

fn assembled(source: &str) -> Vec<u8> {
    language("rootsig").assemble(source).expect(source)
}

#[test]
fn merging_joins_what_is_equal_and_keeps_the_rest() {
    let vertex = assembled(
        "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_PIXEL_SHADER_ROOT_ACCESS | DENY_HULL_SHADER_ROOT_ACCESS), CBV(b0, visibility=SHADER_VISIBILITY_VERTEX), StaticSampler(s0, visibility=SHADER_VISIBILITY_VERTEX)",
    );
    let pixel = assembled(
        "RootFlags(DENY_HULL_SHADER_ROOT_ACCESS), CBV(b0, visibility=SHADER_VISIBILITY_PIXEL), DescriptorTable(SRV(t0)), StaticSampler(s0, visibility=SHADER_VISIBILITY_VERTEX)",
    );
    let both = assembled(
        "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_HULL_SHADER_ROOT_ACCESS), CBV(b0), DescriptorTable(SRV(t0)), StaticSampler(s0, visibility=SHADER_VISIBILITY_VERTEX)",
    );
    assert_eq!(merge(&[&vertex, &pixel]).expect("merged"), both);
    assert_eq!(merge(&[&both, &both]).expect("merged"), both);
}

#[test]
fn conflicts_name_their_root_signatures() {
    let constants = assembled("RootConstants(num32BitConstants=4, b0)");
    let table = assembled("SRV(t0), DescriptorTable(CBV(b0))");
    match merge(&[&constants, &table]) {
        Err(MergeError::Conflicts(conflicts)) => {
            assert_eq!(conflicts.len(), 1);
            assert_eq!(conflicts[0].0.rule.id, "DXC-RTS-07");
            assert_eq!(conflicts[0].1, [1]);
        }
        other => panic!("{other:?}"),
    }
    let local = assembled("RootFlags(LOCAL_ROOT_SIGNATURE)");
    assert!(matches!(merge(&[&constants, &local]), Err(MergeError::Local(1))));
    assert!(matches!(merge(&[&constants, &[0; 8]]), Err(MergeError::Unreadable(1))));
}

#[test]
fn a_container_gets_and_changes_its_root_signature() {
    let (one, other) = (assembled("CBV(b0)"), assembled("SRV(t0)"));
    let file = minimal(&one).expect("a container");
    let changed = replace(&file, &other, &Limits::default()).expect("a container");
    assert_eq!(changed, minimal(&other).expect("a container"));
}
