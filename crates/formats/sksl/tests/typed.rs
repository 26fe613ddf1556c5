//! Tests the base files of the cases in `rules/` that are C arrays next to their text form.

use std::path::{Path, PathBuf};

use glassbox_core::language::Registry;
use glassbox_sksl::dehydrated::parse;
use glassbox_sksl::format::FORMAT;
use glassbox_testing::tree;

const REGISTRY: Registry = Registry {
    languages: &[],
    digests: &[],
    codecs: &[],
    views: &[],
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

/// With `GLASSBOX_BLESS` set the base files are rewritten.
#[test]
fn the_base_files_are_the_programs() {
    for entry in std::fs::read_dir(folder())
        .expect("the folder is readable")
        .flatten()
    {
        let file_name = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = file_name.strip_suffix(".dehydrated.sksl") else {
            continue;
        };
        let spelled = std::fs::read_to_string(entry.path()).expect("the program is readable");
        let bytes = parse(&spelled).expect("the program is spelled right");
        let found = tree::diagnostics(&FORMAT, &bytes);
        assert!(found.is_empty(), "{name}: {found:#?}");
        let tree = tree::tree(&FORMAT, &bytes);
        let mut text = Vec::new();
        glassbox_core::text::print(&bytes, &tree, &REGISTRY, &mut text).expect("memory takes it");
        let path = folder().join(format!("{name}.gbt"));
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
