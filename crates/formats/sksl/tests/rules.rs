//! Every rule has a case that fires it and one that nearly does; the cases edit base files that are written here.

mod common;

use std::path::Path;

use glassbox_core::format::Format;
use glassbox_sksl::FORMAT;
use glassbox_testing::{case, tree};

/// The base files are the text forms of the files in `common`. `GLASSBOX_BLESS=1` writes them anew.
#[test]
fn bases_are_current_and_clean() {
    for (name, bytes) in common::bases() {
        let tree = tree::tree(&FORMAT, &bytes);
        let mut text = Vec::new();
        glassbox_core::text::print(&bytes, &tree, &common::registry(), &mut text).expect("memory takes it");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/rules/{name}.gbt"));
        if std::env::var_os("GLASSBOX_BLESS").is_some() {
            std::fs::write(&path, &text).expect("the folder is writable");
        }
        // The bytes are compared, not the text: comments may change their wording.
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        let assembled = glassbox_core::text::assemble(&there, &common::registry());
        assert!(
            assembled.is_ok_and(|assembled| assembled == bytes),
            "{name}.gbt is not what the library writes; bless and review it"
        );
        let found = common::ids(&bytes);
        assert!(found.is_empty(), "{name}: {found:?}");
        tree::assert_laws(&FORMAT, &common::registry(), &bytes, name);
    }
}

#[test]
fn rules_fire_and_nearly_fire() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    case::run(&folder, &FORMAT, FORMAT.rules(), &common::registry());
}

#[test]
fn rules_are_explained() {
    let mut ids = std::collections::HashSet::new();
    for rule in FORMAT.rules() {
        assert!(ids.insert(rule.id), "{} twice", rule.id);
        for text in [rule.cause, rule.effect, rule.cure] {
            assert!(text.ends_with('.') && text.len() > 4, "{}: {text}", rule.id);
        }
        assert!(!rule.title.ends_with('.'), "{}", rule.id);
    }
}

#[test]
fn odd_numbers_are_only_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    glassbox_testing::tree::assert_laws_with_odd_numbers(&folder, &FORMAT, &common::registry(), 600);
}
