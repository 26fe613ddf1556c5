//! Programs that strict files cannot represent, with their descriptions by Skia's compiler.
//!
//! `described/NAME` is a source whose extension determines the kind; `described/NAME.txt` is the description.

use std::path::PathBuf;

use crate::support;
use glassbox_sksl_lang::{Options, describe};
use support::{assert_none, compiled, kind_of};

#[test]
fn programs_are_described_as_skia_does() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/described");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder is readable").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(kind) = kind_of(&name) else { continue };
        count += 1;
        let text = std::fs::read_to_string(entry.path()).expect("the source is readable");
        let wanted =
            std::fs::read_to_string(folder.join(format!("{name}.txt"))).expect("each source has its text");
        match compiled(&text, &Options::new(kind)) {
            Ok(program) => {
                let found = describe(&program);
                if found.trim_end() != wanted.trim_end() {
                    failures.push(format!("{name}:\n{found}"));
                }
            }
            Err(findings) => failures.push(format!("{name}: {findings}")),
        }
    }
    assert_none(&failures, count);
}
