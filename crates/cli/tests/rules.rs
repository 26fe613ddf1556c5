//! Rules of the text form and of the crate `glassbox`. `rules/ID.test` has two cases in the form of `cases/about.test`: after
//! `== fires` commands and files that break the rule, after `== near` those that do not.
//!
//! `GLASSBOX_BLESS=1` rewrites `src/examples.txt` of the crates that declare the rules.

use std::path::{Path, PathBuf};

use crate::support;
use glassbox_core::diagnostic::Rule;
use glassbox_testing::examples::{Examples, assert_current};

/// Rules without a case: a search that ends early needs megabytes of data, a refusal of the dxcompiler library
/// needs the library, names of the cache are digests (`project.rs` damages an entry), a failure without a finding is a defect, and no command writes packages that contradict their code, which
/// the tests of `glassbox` build. `examples.txt` has examples of them.
const WITHOUT_CASE: [&str; 8] = [
    "GLASSBOX-06",
    "GLASSBOX-09",
    "GLASSBOX-11",
    "TRANSLATE-62",
    "TRANSLATE-63",
    "TRANSLATE-64",
    "BUILD-11",
    "BUILD-12",
];

fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Rules of the crate `glassbox`.
fn library_rules() -> Vec<&'static Rule> {
    let origins = ["glassbox", "run", "gpu-commands", "translate-files"];
    let rules = glassbox::rules().filter(|(origin, _)| origins.contains(&origin.id));
    rules.map(|(_, rule)| rule).collect()
}

/// Rules of projects of programs.
fn build_rules() -> Vec<&'static Rule> {
    glassbox::programs::rules::RULES.to_vec()
}

#[test]
fn every_rule_fires_and_nearly_does() {
    let rules = glassbox_core::text::RULES.iter().copied().chain(library_rules()).chain(build_rules());
    let mut failures = Vec::new();
    for rule in rules.filter(|rule| !WITHOUT_CASE.contains(&rule.id)) {
        let path = folder("tests/rules").join(format!("{}.test", rule.id));
        let source = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("every rule needs a case; {}: {error}", path.display()));
        let parts = source.strip_prefix("== fires\n");
        let (fires, near) = parts
            .and_then(|parts| parts.split_once("== near\n"))
            .unwrap_or_else(|| panic!("{}: expected `== fires` and `== near`", path.display()));
        for (name, part, wanted) in [("fires", fires, true), ("near", near, false)] {
            let output = output(part);
            if output.contains(&format!("[{}]", rule.id)) != wanted {
                failures.push(format!("{} {name}:\n{output}", rule.id));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What the commands of a case print.
fn output(case: &str) -> String {
    let case = support::Case::parse(case).expect("the case is well-formed");
    let folder = tempfile::tempdir().expect("a folder can be made");
    case.prepare(folder.path()).expect("the files can be written");
    let transcripts = case.commands.iter();
    transcripts
        .map(|command| support::transcript(command, folder.path()).expect("the command can be run"))
        .collect()
}

#[test]
fn examples_are_current() {
    let found = Examples::of_texts(&folder("tests/rules"), "test").and_written(folder("tests/examples.txt"));
    for (path, rules) in [
        ("../core/src/examples.txt", glassbox_core::text::RULES),
        ("../glassbox/src/examples.txt", &library_rules()),
        ("../builders/programs/src/examples.txt", &build_rules()),
    ] {
        assert_current(folder(path), &found.of_rules(rules), rules);
    }
}

/// Tables whose crates are to be replaced; their cases are not read as examples yet.
const WITHOUT_EXAMPLES: [&str; 4] = ["glsl", "translate", "translate-targets", "translate-front"];

#[test]
fn every_rule_has_an_example() {
    let mut without = Vec::new();
    for (_, rule) in glassbox::rules().filter(|(origin, _)| !WITHOUT_EXAMPLES.contains(&origin.id)) {
        let example = rule.example().unwrap_or_default();
        if example.wrong.is_empty() || example.right.is_empty() || example.wrong == example.right {
            without.push(rule.id);
        }
    }
    assert_eq!(without, [""; 0], "these rules lack lines that break them or lines that do not");
}
