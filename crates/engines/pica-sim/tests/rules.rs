//! Every rule has a file in `tests/rules` with a block in which it fires, and one in which it nearly does.

mod support;

use std::path::Path;

use glassbox_pica_sim::rules::RULES;
use glassbox_testing::examples;

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut failures = Vec::new();
    for rule in RULES {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{}.case", rule.id)) else {
            failures.push(format!("{} has no file", rule.id));
            continue;
        };
        let blocks = support::blocks(&text);
        for wanted in ["fires", "near"] {
            if !blocks.iter().any(|block| block.name.starts_with(wanted)) {
                failures.push(format!("{}: no block `{wanted}`", rule.id));
            }
        }
        for block in blocks {
            let wanted = block.name.starts_with("fires");
            match block.run() {
                Err(message) => failures.push(format!("{}: {message}", rule.id)),
                Ok(found) if found.rules.contains(&rule.id) != wanted => {
                    failures.push(format!("{}: {}: found {:?}", rule.id, block.name, found.rules));
                }
                Ok(_) => {}
            }
        }
    }
    let files = std::fs::read_dir(folder).expect("the folder is readable").count();
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert_eq!(files, RULES.len(), "files of rules that are not there");
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}

/// `GLASSBOX_BLESS=1` writes `src/examples.txt` anew.
#[test]
fn examples_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let found = examples::Examples::of_texts(&folder, "case");
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, RULES, &[]);
}
