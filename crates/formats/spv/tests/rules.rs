//! The rule cases of `rules/`: the rules of structure, which are about bytes. The others are tested in `glassbox-spirv`.

use std::path::{Path, PathBuf};

use glassbox_core::language::Registry;
use glassbox_spirv::check::rules::structure::RULES;
use glassbox_spv::FORMAT;
use glassbox_testing::examples::{Examples, assert_current};
use glassbox_testing::{case, tree};

static REGISTRY: Registry =
    Registry { languages: &[&glassbox_spirv::LANGUAGE], digests: &[], codecs: &[], views: &[] };

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

#[test]
fn rules_fire_and_nearly_fire() {
    case::run(&folder(), &FORMAT, RULES, &REGISTRY);
}

#[test]
fn odd_numbers_are_only_reported() {
    tree::assert_laws_with_odd_numbers(&folder(), &FORMAT, &REGISTRY, 5000);
}

#[test]
fn examples_are_current() {
    let found = Examples::of_edits(&folder(), &FORMAT, &REGISTRY);
    let stored = concat!(env!("CARGO_MANIFEST_DIR"), "/../../code/spirv/src/check/rules/structure.txt");
    assert_current(stored, &found, RULES);
}
