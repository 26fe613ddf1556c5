//! Every rule has a case that fires it and a near miss.
//!
//! `tests/rules/ID.plan` or `ID.what.plan` has `fires LIBRARY`, with `-` for none, and a description as `support` documents it, then a
//! line `near` and a description that does not fire the rule. The rule for damaged indexes has its cases in `tests/index.rs`.

use std::path::Path;

use crate::support;
use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_dx_link::rules;
use glassbox_testing::case::{TextCase, assert_complete};
use glassbox_testing::examples;

fn findings(text: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let case = support::read(text);
    let found = match case.plan {
        Ok(plan) => plan.findings,
        Err(finding) => vec![*finding],
    };
    assert!(case.rest.is_empty(), "{:?}", case.rest);
    (case.names, found)
}

#[test]
fn rules_fire_and_nearly_fire() {
    let cases = TextCase::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules"), "plan");
    for case in &cases {
        let (names, found) = findings(&case.fires);
        let finding = case.finding(&found);
        let library = names.get(finding.location.input as usize).map_or("-", String::as_str);
        assert_eq!(library, case.place, "{}", case.name);
        assert!(finding.help.is_some(), "{} has no help", case.name);
        case.assert_absent(&findings(&case.near).1);
    }
    // Rules of merges have their cases in `tests/merge`.
    let planned = |rule: &&&Rule| rule.id.starts_with("DX-PLAN-") && rule.id != rules::INDEX.id;
    assert_complete(&cases, rules::RULES.iter().filter(planned));
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(rules::RULES);
}

#[test]
fn examples_are_current() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let cases = |folder: &str, extension| examples::Examples::of_texts(&tests.join(folder), extension);
    let found = cases("rules", "plan").and(cases("merge", "merge")).and(cases("shader", "link"));
    let found = found.and_written(tests.join("examples.txt"));
    examples::assert_current(concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt"), &found, rules::RULES);
}
