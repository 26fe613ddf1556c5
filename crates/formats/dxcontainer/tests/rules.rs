//! Every rule has a case that fires it and one that nearly does; the cases edit base files that are written here.

mod support;

use std::path::Path;

use glassbox_core::format::Format;
use glassbox_dxcontainer::FORMAT;
use glassbox_testing::{case, examples, tree};

/// The base files are the text forms of the containers in `support`. `GLASSBOX_BLESS=1` writes them anew.
#[test]
fn bases_are_current_and_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    for (name, bytes) in support::bases() {
        case::assert_base(&folder, name, &FORMAT, &support::registry(), &bytes);
        let clean: &[&str] = match name {
            "library" => &["DXC-SYM-14"],
            _ => &[],
        };
        assert_eq!(support::ids(&bytes), clean, "{name}");
        tree::assert_laws(&FORMAT, &support::registry(), &bytes, name);
    }
}

#[test]
fn rules_fire_and_nearly_fire() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    case::run(&folder, &FORMAT, FORMAT.rules(), &support::registry());
}

#[test]
fn rules_are_explained() {
    case::assert_explained(FORMAT.rules());
}

#[test]
fn odd_numbers_are_only_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    tree::assert_laws_with_odd_numbers(&folder, &FORMAT, &support::registry(), 2000);
}

/// `GLASSBOX_BLESS=1` writes `src/examples.txt` anew.
#[test]
fn examples_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let found = examples::Examples::of_edits(&folder, &FORMAT, &support::registry());
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, FORMAT.rules(), &[]);
}
