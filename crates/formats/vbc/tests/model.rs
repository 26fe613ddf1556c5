//! Tests round trips: programs, layouts, mutations, limits.

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_core::format::{Format, ScanBudget, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::tree;
use glassbox_vbc::derive::from_modules;
use glassbox_vbc::format::FORMAT;
use glassbox_vbc::program::{Layout, Program};
use glassbox_vbc::raw::InterfaceRecord;
use glassbox_vbc::read::{File, open};
use glassbox_vbc::write::write;

fn bytes(program: &Program<'_>) -> Vec<u8> {
    write(program, &Layout::canonical()).expect("the program can be written")
}

fn reread(bytes: &[u8]) -> Program<'_> {
    match open(Window::whole(bytes), &Limits::default()).expect("it is VBC").0 {
        File::Released(file) => file.program,
        other => panic!("found {other:?}"),
    }
}

#[test]
fn canonical_files_read_back_to_an_equal_program() {
    for (name, program) in support::bases() {
        let written = bytes(&program);
        assert_eq!(reread(&written), program, "{name}");
        let worst = tree::diagnostics(&FORMAT, &written).iter().map(|finding| finding.severity).max();
        assert!(worst <= Some(Severity::Info), "{name}: {:?}", tree::diagnostics(&FORMAT, &written));
    }
}

#[test]
fn the_bytes_are_those_of_the_format() {
    let program = support::rich();
    let written = bytes(&program);
    let lengths: Vec<u16> = program
        .modules
        .iter()
        .map(|module| module.as_ref().map_or(0, |module| module.len() / 4) as u16)
        .collect();
    let mut expected = b"VBC\x01\x01".to_vec();
    for length in &lengths {
        expected.extend(length.to_le_bytes());
    }
    expected.extend([0x00, 0x20, 0x80, 0x00, 0x00, 0x02, 0x80, 0x00, 0x80, 0x00]);
    expected.extend([2, 0, 0, 0, 0, 4, 3, 1, 1, 0, 0, 0, 1, 4, 1, 1, 1, 0, 0, 0]);
    expected.extend([2, 0, 0, 0, 0, 4, 4, 1, 1, 0, 0, 0, 1, 3, 1, 1, 1, 0, 0, 0]);
    expected.extend([3, 0, 0, 0]);
    expected.extend([0, 5, 0x10, 0, 1, 2, 4, 4]);
    expected.extend([1, 6, 0x10, 0, 1, 3, 1, 4]);
    expected.extend([3, 7, 0x10, 0, 32, 0, 0, 0]);
    expected.extend([80, 0, 1, 0, 2, 0, 0, 0]);
    expected.extend(b"\x03mvp\x00\x00\x04\x04\x04\x01");
    expected.extend(b"\x04tint\x40\x00\x04\x04\x01\x01");
    expected.extend([1, 0, 0, 0, 2, 4, 0, 0]);
    assert_eq!(written[..expected.len()], expected[..]);
    assert_eq!(written[expected.len()..][..4], [0x03, 0x02, 0x23, 0x07]);
    let code: usize = lengths.iter().map(|&words| 4 * usize::from(words)).sum();
    assert_eq!(written.len(), expected.len() + code);
}

#[test]
fn canonical_files_sort_outputs_and_clear_padding() {
    let mut program = support::rich();
    let mut outputs: Vec<InterfaceRecord> = program.outputs.iter().collect();
    outputs.reverse();
    outputs[0].padding = [1, 2, 3];
    program.outputs = outputs.into_iter().collect();
    assert_eq!(reread(&bytes(&program)), support::rich());
    let stored = write(&program, &Layout::default()).expect("it can be written");
    assert_eq!(reread(&stored), program);
}

#[test]
fn canonical_files_refuse_errors() {
    let mut program = support::plain();
    program.inputs =
        [InterfaceRecord { location: 16, ..program.inputs.get(0).expect("one input") }].into_iter().collect();
    let why = write(&program, &Layout::canonical()).expect_err("location 16 is an error");
    assert!(why.message().starts_with("VBC-IN-01"), "{why}");
    let mut program = support::plain();
    let mut module = program.modules[0].take().expect("a module").into_owned();
    module.resize(4 * 65536, 0);
    program.modules[0] = Some(module.into());
    let why = write(&program, &Layout::default()).expect_err("the length does not fit");
    assert!(why.message().contains("65536 words"), "{why}");
}

#[test]
fn reflection_follows_from_modules() {
    let derived = from_modules(support::modules("rich")).expect("the modules are VBC's");
    let mut expected = support::rich();
    if let Some(uniform) = &mut expected.uniform {
        uniform.members[0].name = b"member0".to_vec().into();
        uniform.members[1].name = b"member1".to_vec().into();
    }
    assert_eq!(derived, expected);
}

#[test]
fn reflection_shows_the_program() {
    let written = bytes(&support::rich());
    let opened = FORMAT.open(Window::whole(&written), &Limits::default()).expect("it is VBC");
    let interface = opened.interface();
    let stages: Vec<&str> = interface.entry_points.iter().map(|entry| entry.stage.as_str()).collect();
    assert_eq!(stages, ["vertex", "fragment"]);
    assert_eq!(interface.entry_points[0].inputs.len(), 2);
    assert_eq!(interface.resources.len(), 4);
    assert_eq!(interface.resources[1].format.as_deref(), Some("Rgba8"));
    assert_eq!(interface.resources[2].element_size, Some(32));
    assert_eq!(interface.blocks[0].members[1].name, "tint");
    assert_eq!(interface.push_constants[0].size, Some(8));
    assert_eq!(interface.push_constants[0].stages, ["fragment"]);
    assert!(opened.symbols().iter().any(|symbol| symbol.name == "mvp" && symbol.used_by == ["vertex.code"]));
    let pieces = opened.artifacts();
    assert_eq!(pieces[0].extension, "spv");
    assert_eq!(opened.summary().parts.len(), 2);
}

#[test]
fn any_file_is_written_with_the_same_bytes() {
    let mut random = Random::new(7);
    let limits = Limits::default();
    for (name, program) in support::bases() {
        let whole = bytes(&program);
        for round in 0..400 {
            let damaged = mutate(&whole, &mut random);
            let what = format!("{name} {round}");
            let map = tree::tree(&FORMAT, &damaged);
            tree::assert_covered(&map, &damaged, &what);
            let Ok(opened) = FORMAT.open(Window::whole(&damaged), &limits) else {
                continue;
            };
            tree::assert_paths(&map, &damaged, &opened.check().into_sorted(), &what);
            let back = opened.write(WriteLayout::Original).unwrap_or_else(|why| panic!("{what}: {why}"));
            assert!(back == damaged, "{what}: other bytes");
            let _ = (
                opened.interface(),
                opened.symbols(),
                opened.artifacts(),
                opened.summary(),
                opened.write(WriteLayout::Canonical),
            );
            for repair in opened.repairs() {
                let _ = opened.repair(repair.name);
            }
            if round % 8 == 0 {
                tree::assert_text_law(&map, &damaged, &support::REGISTRY, &what);
            }
        }
        for cut in 0..whole.len().min(400) {
            let cut = &whole[..cut];
            let map = tree::tree(&FORMAT, cut);
            tree::assert_covered(&map, cut, name);
            if let Ok(opened) = FORMAT.open(Window::whole(cut), &limits) {
                assert!(opened.check().has_errors(), "{name} {}", cut.len());
                tree::assert_paths(&map, cut, &opened.check().into_sorted(), name);
                assert_eq!(opened.write(WriteLayout::Original).expect("it can be written"), cut);
            }
        }
    }
}

#[test]
fn huge_counts_cost_nothing() {
    let whole = bytes(&support::rich());
    for at in [0x19, 0x2d, 0x41, 0x61, 0x7e] {
        for value in [u32::MAX, 0x1000_0000, 0x4000_0000, 65536] {
            let mut hostile = whole.clone();
            hostile[at..at + 4].copy_from_slice(&value.to_le_bytes());
            let findings = tree::diagnostics(&FORMAT, &hostile);
            assert!(findings.iter().any(|finding| finding.severity == Severity::Error), "{at:#x} {value:#x}");
        }
    }
}

#[test]
fn the_extent_of_a_file_is_that_of_its_sections_and_modules() {
    let extent = |bytes: &[u8]| FORMAT.extent(bytes, &mut ScanBudget::new(1 << 20));
    let bytes = write(&support::rich(), &Layout::default()).expect("the program can be written");
    assert_eq!(extent(&bytes), Some(bytes.len()));
    assert_eq!(extent(&[&bytes[..], b"what follows"].concat()), Some(bytes.len()));
    assert_eq!(extent(&bytes[..bytes.len() - 1]), None, "the last module is cut off");
    // The header states the sizes of five modules at byte 5; a file without any is damage.
    let empty: Vec<u8> =
        bytes.iter().enumerate().map(|(at, byte)| if (5..15).contains(&at) { 0 } else { *byte }).collect();
    assert_eq!(extent(&empty), None);
    // The number of inputs follows the header; those of the outputs follow the two inputs of eight bytes.
    for at in [25, 25 + 4 + 2 * 8] {
        let mut wrong = bytes.clone();
        wrong[at + 1] = 1;
        assert_eq!(extent(&wrong), None, "byte {at}");
    }
}
