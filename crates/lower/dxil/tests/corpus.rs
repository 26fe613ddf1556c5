//! Every program of the corpus becomes a module that passes the check, or is refused as `tests/corpus.tsv` says.

use std::fmt::Write as _;

use glassbox_lower_dxil::{Options, entry_points, lower};
use glassbox_testing::corpus::{files, name};
use glassbox_testing::golden::golden;
use glassbox_testing::spirv::validate_for;

use crate::support::{bitcode, folder, interface};

glassbox_testing::asking!(spirv_val: modules_are_valid);

/// Each entry point of the corpus of the project, and what becomes of it.
fn outcomes(mut each: impl FnMut(&str, &glassbox_lower_dxil::Lowered)) -> String {
    let mut table = String::new();
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../corpus");
    let here = std::fs::canonicalize(here).expect("the corpus is there");
    for path in files("dxcontainer", &[".dxil"]) {
        let is_own = std::fs::canonicalize(&path).is_ok_and(|path| path.starts_with(&here));
        let file = std::fs::read(&path).expect("the file is there");
        let Some(bitcode) = bitcode(&file) else { continue };
        let title = name(&path);
        let interface = interface(&file);
        let rows: Vec<(String, String)> = match entry_points(&bitcode) {
            Err(refusal) => vec![(String::new(), format!("{}\t{}", refusal.rule.id, refusal.message))],
            Ok(entries) => entries
                .into_iter()
                .map(|entry| {
                    let options = Options {
                        entry: Some(entry.name.clone()),
                        interface: interface.clone(),
                        ..Options::default()
                    };
                    let said = match lower(&bitcode, &options) {
                        Ok(lowered) => {
                            each(&title, &lowered);
                            "fine\t".to_owned()
                        }
                        Err(refusal) => format!("{}\t{}", refusal.rule.id, refusal.message),
                    };
                    (entry.name, said)
                })
                .collect(),
        };
        for (entry, said) in rows {
            // A defect is one wherever the file is.
            assert!(!said.starts_with("DX-LOWER-08"), "{title} {entry}: {said}");
            if is_own {
                let _ = writeln!(table, "{title}\t{entry}\t{said}");
            }
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
        let environment = if lowered.module.version >= 0x0001_0400 { "vulkan1.3" } else { "vulkan1.1" };
        let words = lowered.module.words().expect("no instruction is too long");
        validate_for(&words, environment)
            .unwrap_or_else(|error| panic!("{title} {}: {error}", lowered.entry));
    });
}
