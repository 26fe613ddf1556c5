//! Cases for every rule: `tests/errors/ID.pica` has a part in which the rule fires and a near miss.
//!
//! Parts begin with `;== fires` or `;== near`, followed by optional settings: `-n` for no automatic NOPs, `compat` for
//! picasso's mode, `nihstro` for that dialect. `;-- NAME` begins another source of a program. Expected findings are in
//! the golden file `ID.out`.

use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::Severity;
use glassbox_pica_asm::{Assembly, Input, Mode, Options, assemble, nihstro, rules};
use glassbox_report::Subject;
use glassbox_report::terminal::{self, Style};
use glassbox_testing::{golden, text_rules};

/// Part of a case: its sources and results.
struct Part {
    sources: Vec<(String, String)>,
    assembly: Assembly,
}

impl Part {
    fn new(title: &str, text: &str) -> Part {
        let mut sources = vec![("a.pica".to_owned(), String::new())];
        for line in text.split_inclusive('\n') {
            match line.strip_prefix(";-- ") {
                Some(name) => sources.push((name.trim().to_owned(), String::new())),
                None => sources.last_mut().expect("the list starts with `a.pica`").1.push_str(line),
            }
        }
        let has = |word: &str| title.split_whitespace().any(|found| found == word);
        let options = Options {
            mode: if has("compat") { Mode::Picasso } else { Mode::Glassbox },
            auto_nop: !has("-n"),
            ..Options::default()
        };
        let inputs: Vec<Input<'_>> = sources.iter().map(|(name, text)| Input { name, text }).collect();
        let assembly =
            if has("nihstro") { nihstro::assemble(inputs[0], &options) } else { assemble(&inputs, &options) };
        Part { sources, assembly }
    }

    fn rendered(&self) -> String {
        let subjects: Vec<Subject<'_>> = self
            .sources
            .iter()
            .map(|(name, text)| Subject { file: name, bytes: text.as_bytes(), source: Some(text) })
            .collect();
        let mut out = Vec::new();
        for finding in &self.assembly.findings {
            terminal::diagnostic_across_files(&mut out, finding, &subjects, &Style::plain())
                .expect("memory can be written");
        }
        String::from_utf8(out).expect("the report is UTF-8")
    }
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut failures = Vec::new();
    for rule in rules::RULES {
        let Ok(text) = fs::read_to_string(folder.join(format!("{}.pica", rule.id))) else {
            failures.push(format!("{} has no case", rule.id));
            continue;
        };
        let (fires, near) = text.split_once(";== near").expect("there are two parts");
        let (title, fires) = fires.split_once('\n').expect("the title is a line");
        let fires = Part::new(title, fires);
        let (title, near) = near.split_once('\n').expect("the title is a line");
        let near = Part::new(title, near);
        if fires.assembly.findings.iter().all(|finding| finding.rule.id != rule.id) {
            failures.push(format!("{} does not fire\n{}", rule.id, fires.rendered()));
        }
        for finding in &near.assembly.findings {
            if finding.rule.id == rule.id || finding.severity == Severity::Error {
                failures.push(format!("{} fires where it nearly does\n{}", rule.id, near.rendered()));
                break;
            }
        }
        for finding in &fires.assembly.findings {
            if finding.help.is_none() && finding.severity != Severity::Info && finding.rule.id == rule.id {
                let is_name = finding.rule.id == rules::UNKNOWN_NAME.id;
                if !is_name && fires.assembly.messages.is_empty() {
                    failures.push(format!("{} has no help: {}", rule.id, finding.message));
                }
            }
        }
        let found = fires.rendered();
        let path = folder.join(format!("{}.out", rule.id));
        failures.extend(golden::difference(path, found));
    }
    assert!(failures.is_empty(), "{} fail\n{}", failures.len(), failures.join("\n"));
}

text_rules!("tests/errors", "pica", rules::RULES);
