//! A case for every rule: `tests/rules/ID.glsl` has a part where the rule fires and one where it nearly does. What is reported
//! where it fires stands in `ID.err`; `GLASSBOX_BLESS=1` rewrites these files.

use crate::support;

use std::collections::BTreeSet;

use glassbox_glsl::rules::RULES;

#[test]
fn every_rule_fires_and_nearly_fires() {
    let mut seen = BTreeSet::new();
    for path in support::files("rules", "glsl") {
        let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("the case is read");
        let parts = support::parts(&text);
        let fires = parts["fires"].adapt();
        let found: Vec<String> =
            fires.findings.items().iter().map(|finding| support::shown(finding, &fires.sources)).collect();
        let has = |adapted: &glassbox_glsl::Adapted| {
            adapted.findings.items().iter().any(|finding| finding.rule.id == id)
        };
        assert!(has(&fires), "{id} does not fire: {found:?}");
        support::compare(&path.with_extension("err"), &found.concat());
        let near = parts["near"].adapt();
        assert!(!has(&near), "{id} fires where it nearly should");
        assert!(!near.findings.has_errors(), "{id}: {:?}", near.findings.items());
        seen.insert(id);
    }
    let known: BTreeSet<String> = RULES.iter().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(known, seen);
}

#[test]
fn every_rule_explains_itself() {
    for rule in RULES {
        for text in [rule.cause, rule.effect, rule.cure] {
            assert!(text.ends_with('.') && text.len() > 10, "{}: {text}", rule.id);
        }
        assert!(!rule.title.ends_with('.'), "{}", rule.id);
    }
}
