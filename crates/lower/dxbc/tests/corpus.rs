//! Every program of the corpus becomes a module that passes the check, or is refused as `tests/corpus.tsv` says.

use std::fmt::Write as _;

use glassbox_lower_dxbc::{Lowered, Options, lower};
use glassbox_testing::corpus::{files, name};
use glassbox_testing::golden::golden;
use glassbox_testing::spirv::validate_for;

use crate::support::folder;

glassbox_testing::asking!(spirv_val: modules_are_valid);

/// Each container of the corpus of the project, and what becomes of it.
fn outcomes(mut each: impl FnMut(&str, &Lowered)) -> String {
    let mut table = String::new();
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../corpus");
    let here = std::fs::canonicalize(here).expect("the corpus is there");
    for path in files("dxcontainer", &[".dxbc"]) {
        let is_own = std::fs::canonicalize(&path).is_ok_and(|path| path.starts_with(&here));
        let file = std::fs::read(&path).expect("the file is there");
        let title = name(&path);
        let said = match lower(&file, &Options::default()) {
            Ok(lowered) => {
                each(&title, &lowered);
                "fine\t".to_owned()
            }
            Err(refusal) => format!("{}\t{}", refusal.rule.id, refusal.message),
        };
        // A defect is one wherever the file is.
        assert!(!said.starts_with("DX-LOWER-08"), "{title}: {said}");
        if is_own {
            let _ = writeln!(table, "{title}\t{said}");
        }
    }
    table
}

#[test]
fn programs_become_modules_or_are_refused() {
    golden(folder("corpus.tsv"), outcomes(|_, _| {}));
}

#[test]
fn modules_are_valid() {
    outcomes(|title, lowered| {
        let words = lowered.module.words().expect("no instruction is too long");
        validate_for(&words, "vulkan1.1").unwrap_or_else(|error| panic!("{title}: {error}"));
    });
}
