//! The rule cases of `rules/`.

mod support;

use std::path::Path;

use glassbox_core::format::Format;
use glassbox_pdb::FORMAT;
use glassbox_testing::{case, examples, tree};
use support::{REGISTRY, plain, scattered, shared};

#[test]
fn every_rule_fires_and_nearly_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    case::run(&folder, &FORMAT, FORMAT.rules(), &REGISTRY);
}

#[test]
fn odd_numbers_are_only_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    tree::assert_laws_with_odd_numbers(&folder, &FORMAT, &REGISTRY, 200);
}

/// The base files of the cases are output of our writer; `GLASSBOX_BLESS=1` rewrites them.
#[test]
fn base_files_are_those_of_the_writer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    for (name, bytes) in [
        ("plain", plain()),
        ("scattered", scattered()),
        ("shared", shared()),
    ] {
        case::assert_base(&folder, name, &FORMAT, &REGISTRY, &bytes);
    }
}

/// `GLASSBOX_BLESS=1` rewrites `src/examples.txt`.
#[test]
fn examples_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let found = examples::Examples::of_edits(&folder, &FORMAT, &REGISTRY);
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, FORMAT.rules(), &["PDB-16"]);
}
