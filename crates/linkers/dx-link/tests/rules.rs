//! Every rule has a case that fires it and one that nearly does.
//!
//! A case is a file `ID.case` or `ID.what.case`: `fires LIBRARY`, with `-` for none, then a description as `support` has it, then a line
//! `near` and a description that does not fire the rule. The rule of damaged indexes has its cases in `tests/index.rs`.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_dx_link::rules;
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut fired = BTreeSet::from([rules::INDEX.id.to_owned()]);
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let id = name.split('.').next().unwrap_or_default().to_owned();
        let text = std::fs::read_to_string(&path).expect("the case can be read");
        let (fires, near) = text.split_once("\nnear\n").expect("a case has both halves");
        let (head, fires) = fires
            .split_once('\n')
            .expect("the first line says where it fires");
        let place = head
            .strip_prefix("fires ")
            .expect("the first line says where it fires");
        let (names, found) = findings(fires);
        let finding = found.iter().find(|finding| finding.rule.id == id);
        let finding = finding.unwrap_or_else(|| panic!("{name} does not fire: {found:?}"));
        let library = names
            .get(finding.location.input as usize)
            .map_or("-", String::as_str);
        assert_eq!(library, place, "{name}");
        assert!(finding.help.is_some(), "{name} says no cure");
        let (_, found) = findings(near);
        assert!(
            found.iter().all(|finding| finding.rule.id != id),
            "{name} fires nearly: {found:?}"
        );
        fired.insert(id);
    }
    // Rules of merges have their cases in `tests/merge`.
    let planned = rules::RULES.iter().filter(|rule| rule.id.starts_with("DX-PLAN-"));
    for rule in planned {
        assert!(fired.contains(rule.id), "{} has no case", rule.id);
    }
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(rules::RULES);
}

/// `GLASSBOX_BLESS=1` writes `src/examples.txt` anew.
#[test]
fn examples_are_current() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let cases = |folder: &str| examples::Examples::of_texts(&tests.join(folder), "case");
    let found = cases("rules").and(cases("merge")).and(cases("shader"));
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, rules::RULES, &["DX-PLAN-16"]);
}
