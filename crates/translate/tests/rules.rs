//! Every rule has a file in `tests/rules` with programs for which it fires, and some for which it nearly does.
//!
//! A line `== fires: TEXT` or `== near: TEXT` begins a program in the picasso language; `entry=`, `steps=`, `position=target` and
//! `hlsl=` on it are options.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_pica_asm::{Input, assemble};
use glassbox_testing::examples::{self, Examples};
use glassbox_translate::output::Target;
use glassbox_translate::pica::{Options, PositionSpace, translate_pica};
use glassbox_translate::rules::RULES;
use glassbox_translate::{back, front};

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
                Some(("position", "target")) => options.position = PositionSpace::Target,
                Some(("hlsl", version)) => {
                    let (major, minor) = version.split_once('.').unwrap();
                    options.target = Target::Hlsl(major.parse().unwrap(), minor.parse().unwrap());
                }
                Some(_) => panic!("{word} is no option"),
                None => {}
            }
        }
        (entry, options)
    }

    fn findings(&self) -> Vec<Diagnostic> {
        let input = Input { name: "case.v.pica", text: &self.source };
        let assembly = assemble(&[input], &glassbox_pica_asm::Options::default());
        let Some(binary) = assembly.binary else {
            panic!("{}: {:?}", self.title, assembly.findings);
        };
        let (entry, options) = self.options();
        match translate_pica(&binary, entry, &options) {
            Ok(translation) => translation.notes,
            Err(findings) => findings.into_vec(),
        }
    }
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut failures = Vec::new();
    for rule in RULES {
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
    assert_eq!(files, RULES.len(), "files of rules that are not there");
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}

#[test]
fn every_rule_has_an_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt");
    let tables = [RULES, front::rules::RULES, back::rules::RULES];
    examples::assert_current(path, &Examples::default().and_written(path), &tables.concat());
}
