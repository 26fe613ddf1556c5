//! The rule cases of `rules/`.

use std::path::Path;

use glassbox_core::format::Format;
use glassbox_core::language::Registry;
use glassbox_spv::FORMAT;
use glassbox_testing::{case, examples};

static REGISTRY: Registry = Registry {
    languages: &[&glassbox_spirv::LANGUAGE],
    digests: &[],
    codecs: &[],
    views: &[],
};

#[test]
fn every_rule_fires_and_nearly_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    case::run(&folder, &FORMAT, FORMAT.rules(), &REGISTRY);
}

#[test]
fn odd_numbers_are_only_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    glassbox_testing::tree::assert_laws_with_odd_numbers(&folder, &FORMAT, &REGISTRY, 5000);
}

/// `GLASSBOX_BLESS=1` rewrites `src/examples.txt`.
#[test]
fn examples_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let found = examples::Examples::of_edits(&folder, &FORMAT, &REGISTRY);
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, FORMAT.rules(), &[]);
}
