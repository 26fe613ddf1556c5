//! A case for every rule: `tests/rules/ID.glsl` has a part where the rule fires and one where it nearly does. What is reported
//! where it fires stands in `ID.err`; `GLASSBOX_BLESS=1` rewrites these files.

use crate::support;

use std::collections::BTreeSet;

use glassbox_core::diagnostic::Diagnostics;
use glassbox_glsl::Options;
use glassbox_glsl::rules::RULES;
use glassbox_glsl::source::Sources;
use glassbox_testing::examples::{self, Examples};

/// What is found in a part of a case.
fn findings(part: &support::Part) -> (Diagnostics, Sources) {
    let compiled = part.compile(&Options::default());
    (compiled.findings, compiled.sources)
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let mut seen = BTreeSet::new();
    for path in support::files("rules", "glsl") {
        let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("the case is read");
        let parts = support::parts(&text);
        let (fires, sources) = findings(&parts["fires"]);
        let found: Vec<String> =
            fires.items().iter().map(|finding| support::shown(finding, &sources)).collect();
        let has = |findings: &Diagnostics| findings.items().iter().any(|finding| finding.rule.id == id);
        assert!(has(&fires), "{id} does not fire: {found:?}");
        support::compare(&path.with_extension("err"), &found.concat());
        let (near, _) = findings(&parts["near"]);
        assert!(!has(&near), "{id} fires where it nearly should");
        assert!(!near.has_errors(), "{id}: {:?}", near.items());
        seen.insert(id);
    }
    let known: BTreeSet<String> = RULES.iter().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(known, seen);
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}

#[test]
fn every_rule_has_an_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt");
    examples::assert_current(path, &Examples::default().and_written(path), RULES);
}
