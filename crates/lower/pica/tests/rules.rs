//! Every rule has a file in `tests/rules` with programs for which it fires, and some for which it nearly does.
//!
//! A line `== fires: TEXT` or `== near: TEXT` begins a program in the picasso language; `entry=`, `steps=` and `position=target` on it are
//! options. What the language cannot say is made of a program here.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_lower_pica::rules::{self, RULES};
use glassbox_lower_pica::{Options, PositionSpace, lower};
use glassbox_shbin::model::Binary;
use glassbox_shbin::raw::{Stage, Uniform};
use glassbox_shbin::register::Register;
use glassbox_testing::examples::{self, Examples};

use crate::support::assembled;

struct Case {
    fires: bool,
    title: String,
    source: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            cases.push(Case {
                fires: title.starts_with("fires"),
                title: title.to_owned(),
                source: String::new(),
            });
        } else if let Some(case) = cases.last_mut() {
            case.source.push_str(line);
            case.source.push('\n');
        }
    }
    cases
}

impl Case {
    fn options(&self) -> (usize, Options) {
        let mut options = Options::default();
        let mut entry = 0;
        for word in self.title.split_whitespace() {
            match word.split_once('=') {
                Some(("entry", number)) => entry = number.parse().unwrap(),
                Some(("steps", number)) => options.step_limit = Some(number.parse().unwrap()),
                Some(("position", "target")) => options.position = PositionSpace::Vulkan,
                Some(_) => panic!("{word} is no option"),
                None => {}
            }
        }
        (entry, options)
    }

    fn findings(&self) -> Vec<Diagnostic> {
        let binary = assembled(&self.title, &self.source);
        let (entry, options) = self.options();
        match lower(&binary, entry, &options) {
            Ok(lowered) => lowered.notes,
            Err(findings) => findings.into_vec(),
        }
    }
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut failures = Vec::new();
    for rule in RULES.iter().filter(|rule| !OTHERS.contains(&rule.id)) {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{}.case", rule.id)) else {
            failures.push(format!("{} has no file", rule.id));
            continue;
        };
        let cases = cases(&text);
        for fires in [true, false] {
            if !cases.iter().any(|case| case.fires == fires) {
                failures.push(format!("{}: no block with fires = {fires}", rule.id));
            }
        }
        for case in cases {
            let findings = case.findings();
            if findings.iter().any(|finding| finding.rule.id == rule.id) != case.fires {
                failures.push(format!("{}: {}: {findings:?}", rule.id, case.title));
            }
            for finding in &findings {
                assert!(
                    finding.help.is_some() || !finding.notes.is_empty(),
                    "{} says no more",
                    finding.message
                );
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, RULES.len() - OTHERS.len(), "files of rules that are not there");
}

/// Rules for which no source fires.
const OTHERS: [&str; 2] = ["PICA-LOWER-01", "PICA-LOWER-02"];

/// A program that only needs a header.
fn plain() -> Binary<'static> {
    assembled("plain.v.pica", ".out - position\n.proc main\n mov o0, v0\n end\n.end\n")
}

fn refusal(binary: &Binary<'_>) -> Option<&'static str> {
    let findings = lower(binary, 0, &Options::default()).err()?.into_vec();
    assert!(findings.iter().all(|finding| finding.help.is_some()));
    findings.first().map(|finding| finding.rule.id)
}

#[test]
fn stages_that_there_are_not_are_refused() {
    let mut binary = plain();
    binary.executables[0].stage = Stage(2);
    assert_eq!(refusal(&binary), Some(rules::STAGE.id));
    binary.executables[0].stage = Stage::GEOMETRY;
    assert_eq!(refusal(&binary), None);
}

#[test]
fn names_that_no_instruction_can_hold_are_refused() {
    let with_name = |length: usize| {
        let mut binary = plain();
        let tables = &mut binary.executables[0].tables;
        let register = Register(0x10);
        let name = tables.symbols.add(&"n".repeat(length));
        tables.uniforms = [Uniform { name, first: register, last: register }].into_iter().collect();
        refusal(&binary)
    };
    assert_eq!(with_name(4 * 65536), Some(rules::INVALID.id));
    assert_eq!(with_name(4 * 65000), None);
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
