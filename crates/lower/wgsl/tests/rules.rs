//! Every rule has texts for which it fires, and some for which it nearly does: `tests/rules/ID.wgsl` and `tests/rules/ID.near.wgsl`.

use std::collections::BTreeSet;

use glassbox_lower_wgsl::{Options, lower, rules::RULES};
use glassbox_testing::examples::{self, Examples};

use crate::support::texts;

#[test]
fn every_rule_fires_and_nearly_fires() {
    // No text is known at which reader or compiler stop.
    let mut seen = BTreeSet::from(["WGSL-05"]);
    for (name, text) in texts("rules") {
        let id = name.split('.').next().unwrap_or_default();
        let rule = RULES.iter().find(|rule| rule.id == id).expect("the rule is there");
        let findings = lower(&text, &Options::default()).err().unwrap_or_default();
        let is_near = name.ends_with(".near");
        let found: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(
            found.contains(&rule.id),
            !is_near,
            "{name}: {:?}",
            findings.first().map(|one| &one.message)
        );
        if !is_near {
            seen.insert(rule.id);
        }
    }
    assert_eq!(seen, RULES.iter().map(|rule| rule.id).collect());
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
