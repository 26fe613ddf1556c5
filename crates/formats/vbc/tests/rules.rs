//! The rule cases of `rules/`, and the base files that they edit.

mod support;

use glassbox_core::format::Format;
use glassbox_testing::{case, examples, tree};
use glassbox_vbc::format::FORMAT;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;

/// With `GLASSBOX_BLESS` set the base files are written anew.
#[test]
fn the_base_files_are_the_programs() {
    for (name, program) in support::bases() {
        let bytes = write(&program, &Layout::canonical()).expect("the program can be written");
        let tree = tree::tree(&FORMAT, &bytes);
        let mut text = Vec::new();
        glassbox_core::text::print(&bytes, &tree, &support::REGISTRY, &mut text).expect("memory takes it");
        let path = support::folder("rules").join(format!("{name}.gbt"));
        if std::env::var_os("GLASSBOX_BLESS").is_some() {
            std::fs::write(&path, &text).expect("the base file is writable");
        }
        let stored = std::fs::read(&path).unwrap_or_default();
        assert!(
            stored == text,
            "{} differs; set GLASSBOX_BLESS and look at the change",
            path.display()
        );
    }
}

#[test]
fn every_rule_fires_and_nearly_does() {
    case::run(
        &support::folder("rules"),
        &FORMAT,
        FORMAT.rules(),
        &support::REGISTRY,
    );
}

#[test]
fn odd_numbers_are_only_reported() {
    tree::assert_laws_with_odd_numbers(&support::folder("rules"), &FORMAT, &support::REGISTRY, 3000);
}

/// `GLASSBOX_BLESS=1` writes `src/examples.txt` anew.
#[test]
fn examples_are_current() {
    let found = examples::Examples::of_edits(&support::folder("rules"), &FORMAT, &support::REGISTRY);
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, FORMAT.rules(), &[]);
}
