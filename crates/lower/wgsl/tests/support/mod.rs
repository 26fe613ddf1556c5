//! The programs of `tests/programs`.

use std::path::{Path, PathBuf};

use glassbox_lower_wgsl::{Lowered, Options, lower};

/// A folder beside the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Names and texts of a folder, sorted.
pub(crate) fn texts(name: &str) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder(name)).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if let Some(name) = name.strip_suffix(".wgsl") {
            texts.push((name.to_owned(), std::fs::read_to_string(&path).expect("the text is read")));
        }
    }
    texts.sort();
    assert!(!texts.is_empty(), "the folder has texts");
    texts
}

/// A text as modules.
pub(crate) fn lowered(name: &str, text: &str) -> Lowered {
    lower(text, &Options::default()).unwrap_or_else(|findings| {
        let finding = &findings[0];
        panic!("{name} {:?}: {} {}", finding.location.line_column, finding.rule.id, finding.message)
    })
}
