//! Compares listings of our own programs with those of the legacy compiler, release 10: `fxc/NAME.hlsl` is
//! the source and names its profile, `NAME.dxbc` the compiled program, `NAME.txt` its disassembly.
//! `zi_*.hlsl` have debug information: they were compiled with `-Zi`, and with `-Od` if their first line states
//! so.

use std::fs;
use std::path::{Path, PathBuf};

use glassbox_core::limits::Limits;
use glassbox_dx_asm::dxbc::{Words, exact, listing};
use glassbox_dxbc::assemble::{assemble, cut_floats};
use glassbox_dxbc::print::Floats;
use glassbox_testing::case;

/// Name and content of the files with this extension.
fn files(extension: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fxc");
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        (name.into_owned(), fs::read(&path).expect("the file can be read"))
    };
    case::files(&folder, extension).into_iter().map(read).collect()
}

#[test]
fn listings_are_those_of_release_10() {
    let limits = Limits::default();
    let (programs, listings) = (files("dxbc"), files("txt"));
    assert!(programs.len() >= 14, "{} programs", programs.len());
    for ((name, bytes), (_, theirs)) in programs.iter().zip(&listings) {
        let ours = listing(bytes, &limits, Words::Own, Floats::Six).expect("there is a program");
        let theirs = String::from_utf8_lossy(theirs);
        for (place, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
            assert_eq!(ours, theirs, "{name}, line {}", place + 1);
        }
        assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}");
    }
}

#[test]
fn listings_with_whole_floats_give_the_same_programs() {
    let limits = Limits::default();
    let mut cut = 0;
    for (name, bytes) in files("dxbc") {
        let text = |floats| listing(&bytes, &limits, Words::Own, floats).expect("there is a program");
        let (short, whole) = (text(Floats::Six), text(Floats::Exact));
        let program = exact(&bytes, &limits).expect("there is a program");
        // Texts of several programs are not reassembled.
        let Ok(program) = assemble(&program) else { continue };
        assert_eq!(assemble(&whole).ok().as_ref(), Some(&program), "{name}");
        assert!(cut_floats(&whole).is_none(), "{name}");
        if assemble(&short).ok() != Some(program) {
            assert!(cut_floats(&short).is_some(), "{name} is cut without a word");
            cut += 1;
        }
    }
    assert!(cut > 0, "no listing is cut");
}
