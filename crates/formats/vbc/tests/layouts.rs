//! Tests the older and byte-swapped layouts, and damage that only the whole file explains.

use std::borrow::Cow;

use crate::support;
use glassbox_core::format::{EditError, Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Record;
use glassbox_testing::tree;
use glassbox_vbc::format::FORMAT;
use glassbox_vbc::legacy::{Generation, LegacyMember, LegacyProgram, LegacyUniform};
use glassbox_vbc::program::{Layout, Program};
use glassbox_vbc::raw::{
    BufferBindingA, LegacyBaseType, LegacyBinding, LegacyBufferBinding, LegacyInterface, LegacyRank,
    LegacySubpassInput, LegacyTexelBinding, StageMask, TexelBindingA,
};
use glassbox_vbc::read::{File, open};
use glassbox_vbc::write::{write, write_legacy};

fn bytes(program: &Program<'_>) -> Vec<u8> {
    write(program, &Layout::default()).expect("the program can be written")
}

fn rules(bytes: &[u8]) -> Vec<&'static str> {
    tree::rule_ids(&FORMAT, bytes)
}

fn repair(bytes: &[u8], name: &str) -> Result<Vec<u8>, EditError> {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("it is VBC");
    assert!(opened.repairs().iter().any(|repair| repair.name == name), "{name} is offered");
    opened.repair(name)
}

fn any<T: Record>(record: T) -> LegacyBinding {
    let mut bytes = Vec::new();
    record.encode(&mut bytes);
    LegacyBinding::decode(&bytes).expect("bindings have one size")
}

fn interface(location: u8, base_type: LegacyBaseType, rows: u8) -> LegacyInterface {
    LegacyInterface { location, base_type, rows, columns: 1, array_size: 1, padding: [0; 3] }
}

/// Encodes the rich program as an older compiler would.
fn legacy(generation: Generation) -> LegacyProgram<'static> {
    let float = LegacyBaseType::FLOAT;
    let stages = StageMask::FRAGMENT;
    let bindings = if generation == Generation::A {
        let texel = |slot, base_type, texel_type, component_size, components| {
            any(TexelBindingA {
                slot,
                base_type,
                rank: LegacyRank::D2,
                texel_type,
                component_size,
                components,
                padding: [0; 2],
            })
        };
        vec![
            texel(0, LegacyBaseType::SAMPLER, LegacyBaseType::VOID, 0, 0),
            texel(1, LegacyBaseType::IMAGE, float, 1, 4),
            any(BufferBindingA {
                slot: 3,
                base_type: LegacyBaseType::RO_BUFFER,
                padding: 0,
                element_size: 32,
                padding_end: [0; 3],
            }),
        ]
    } else {
        let texel = |slot, base_type, component_size, components| {
            any(LegacyTexelBinding {
                slot,
                base_type,
                stages,
                rank: LegacyRank::D2,
                texel_type: float,
                component_size,
                components,
            })
        };
        vec![
            texel(0, LegacyBaseType::SAMPLER, 0, 0),
            texel(1, LegacyBaseType::IMAGE, 1, 4),
            any(LegacyBufferBinding {
                slot: 3,
                base_type: LegacyBaseType::RO_BUFFER,
                stages,
                element_size: 32,
                padding: [0; 2],
            }),
        ]
    };
    let member = |name: &'static str, offset, columns| LegacyMember {
        offset,
        ty: Some((float, 4, columns, 1)),
        name: Cow::Borrowed(name.as_bytes()),
    };
    let typed = generation == Generation::C;
    LegacyProgram {
        generation,
        tables: glassbox_vbc::raw::DEFAULT_TABLES,
        inputs: [interface(0, float, 3), interface(1, float, 1)].into_iter().collect(),
        outputs: [interface(0, float, 4), interface(1, LegacyBaseType::UNSIGNED, 1)].into_iter().collect(),
        bindings: bindings.into_iter().collect(),
        uniform: Some(LegacyUniform {
            size: if typed { 80 } else { 0 },
            stages: (generation != Generation::A).then_some(StageMask::VERTEX),
            members: if typed { vec![member("mvp", 0, 4), member("tint", 64, 1)] } else { Vec::new() },
        }),
        subpass_inputs: [LegacySubpassInput { texel_type: float, components: 4, padding: [0; 2] }]
            .into_iter()
            .collect(),
        modules: support::modules("rich"),
        code: [0; 5],
    }
}

#[test]
fn older_layouts_are_told_apart_and_upgraded() {
    for generation in [Generation::A, Generation::B, Generation::C] {
        let old = legacy(generation);
        let stored = write_legacy(&old).expect("the layout takes it");
        assert_eq!(rules(&stored), ["VBC-HDR-12"], "{generation:?}");
        let Ok((File::Legacy(read), _)) = open(Window::whole(&stored), &Limits::default()) else {
            panic!("{generation:?} is an older layout");
        };
        assert_eq!(read.generation, generation);
        // A header of layout A has no kind of shader behind its version.
        for at in if generation == Generation::A { 3..4 } else { 3..5 } {
            let mut other = stored.clone();
            other[at] = 9;
            let opened = open(Window::whole(&other), &Limits::default());
            assert!(!matches!(opened, Ok((File::Legacy(_), _))), "{generation:?}, byte {at}");
        }
        assert_eq!((&read.bindings, &read.uniform), (&old.bindings, &old.uniform));
        tree::assert_laws(&FORMAT, &support::REGISTRY, &stored, &format!("{generation:?}"));

        let upgraded = repair(&stored, "upgrade").expect("it can be upgraded");
        let mut expected = support::rich();
        if generation != Generation::C
            && let Some(uniform) = &mut expected.uniform
        {
            uniform.members[0].name = Cow::Borrowed(b"member0");
            uniform.members[1].name = Cow::Borrowed(b"member1");
        }
        assert_eq!(upgraded, bytes(&expected), "{generation:?}");
    }
    let alone = LegacyProgram { uniform: None, ..legacy(Generation::D) };
    let stored = write_legacy(&alone).expect("the layout takes it");
    assert_eq!(rules(&stored), ["VBC-HDR-12"]);
    let opened = FORMAT.open(Window::whole(&stored), &Limits::default()).expect("it is VBC");
    assert_eq!(opened.write(WriteLayout::Original).as_ref(), Ok(&stored));
}

/// Encodes the plain program in big-endian order.
fn swapped(bytes: &[u8], code: usize) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for at in (5..25).step_by(2) {
        out[at..at + 2].reverse();
    }
    for at in [25, 37, 49, 55] {
        out[at..at + 4].reverse();
    }
    for word in out[code..].chunks_exact_mut(4) {
        word.reverse();
    }
    out
}

#[test]
fn swapped_files_are_turned_around() {
    let whole = bytes(&support::plain());
    let code = whole.windows(4).position(|word| word == [3, 2, 0x23, 7]).expect("there is code");
    let turned = swapped(&whole, code);
    assert_eq!(rules(&turned), ["VBC-HDR-11"]);
    assert_eq!(repair(&turned, "byte-order"), Ok(whole));
    tree::assert_laws(&FORMAT, &support::REGISTRY, &turned, "swapped");
}

/// The lengths in the header state where the numbers end.
#[test]
fn bytes_behind_a_swapped_file_stay() {
    let whole = bytes(&support::plain());
    let code = whole.windows(4).position(|word| word == [3, 2, 0x23, 7]).expect("there is code");
    let behind = [1, 2, 3, 4, 5, 6, 7, 8];
    let turned = [swapped(&whole, code), behind.to_vec()].concat();
    assert_eq!(repair(&turned, "byte-order"), Ok([whole, behind.to_vec()].concat()));
}

/// A fragment module of more than 65535 words; the surplus is names, or constants in use.
fn long_module(filler: &str, count: usize) -> Vec<u8> {
    let shader = std::fs::read_to_string(support::folder("shaders").join("plain.frag.spvasm"))
        .expect("it is readable");
    let mut text = String::new();
    for line in shader.lines() {
        if line.contains(if filler.starts_with("OpName") { "OpDecorate" } else { "OpFunction " }) {
            for index in 0..count {
                text.push_str(&filler.replace('#', &index.to_string()));
                text.push('\n');
            }
        }
        text.push_str(line);
        text.push('\n');
    }
    glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

#[test]
fn wrapped_lengths_are_explained() {
    for (filler, fits) in [("OpName %main \"a name\"", true), ("%filler# = OpConstant %float 2", false)] {
        let module = long_module(filler, 17_000);
        let words = module.len() / 4;
        assert!(words > 65536 && words < 131_072);
        let mut program = support::plain();
        program.modules[4] = Some(Cow::Borrowed(&module));
        let mut lengths = [0; 5];
        lengths[0] = (program.modules[0].as_ref().map_or(0, |module| module.len()) / 4) as u16;
        lengths[4] = words as u16;
        let layout = Layout { lengths: Some(lengths), ..Layout::default() };
        let stored = write(&program, &layout).expect("the lengths are given");
        let found = tree::diagnostics(&FORMAT, &stored);
        let trailing =
            found.iter().find(|finding| finding.rule.id == "VBC-STR-03").expect("bytes are left over");
        assert!(trailing.notes.iter().any(|note| note.contains(&words.to_string())), "{:?}", trailing.notes);
        let opened = FORMAT.open(Window::whole(&stored), &Limits::default()).expect("it is VBC");
        assert!(
            opened.artifacts().iter().any(|piece| *piece.bytes == *module),
            "the whole module can be taken out"
        );
        assert_eq!(opened.write(WriteLayout::Original).as_ref(), Ok(&stored));
        match repair(&stored, "length-wrap") {
            Ok(fixed) => {
                assert!(fits);
                assert_eq!(fixed, bytes(&support::plain()));
            }
            Err(why) => {
                assert!(!fits, "{why}");
                assert!(why.message.contains("still has"), "{why}");
            }
        }
    }
}

#[test]
fn a_wrong_count_does_not_carry_the_reader_into_the_code() {
    let whole = bytes(&support::rich());
    let right = support::rich();
    for (at, value) in [(0x19, 1), (0x2d, 1), (0x2d, 3), (0x41, 2), (0x41, 4), (0x61, 3)] {
        let mut wrong = whole.clone();
        wrong[at] = value;
        let (file, findings) = open(Window::whole(&wrong), &Limits::default()).expect("it is VBC");
        let File::Released(file) = file else { panic!("{at:#x} {value}: it is the released layout") };
        assert!(findings.has_errors(), "{at:#x} {value}");
        assert!(file.desynced, "{at:#x} {value}");
        assert_eq!(file.program.modules, right.modules, "{at:#x} {value}");
    }
}

#[test]
fn objects_of_either_library_are_replaced_by_records() {
    let whole = bytes(&support::rich());
    let at = 0x7e;
    let mut wide = vec![0x11; 8];
    wide.extend([4, 0, 0, 0, 0, 0, 0, 0]);
    wide.extend(b"prev\0\0\0\0\0\0\0\0\0\0\0\0");
    wide.extend([0; 16]);
    let mut narrow = vec![8];
    narrow.extend(b"prev");
    narrow.extend([0; 35]);
    for object in [wide, narrow] {
        let mut stored = whole[..at].to_vec();
        stored.extend(&object);
        stored.extend(&whole[at + 4..]);
        let found = tree::diagnostics(&FORMAT, &stored);
        assert_eq!(found[0].rule.id, "VBC-STR-04", "{found:?}");
        assert!(found[0].notes.iter().any(|note| note.contains("prev")));
        assert_eq!(repair(&stored, "subpass-records").as_ref(), Ok(&whole));
        tree::assert_laws(&FORMAT, &support::REGISTRY, &stored, "objects");
    }
}
