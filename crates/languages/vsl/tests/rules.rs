//! Cases for every rule: `tests/errors/ID.vsl` has a part in which the rule fires and a near miss.
//!
//! `//== fires` and `//== near` begin the parts. Behind them stand `older` for that dialect, `tables=A,B,C,D,E` for sizes of
//! the descriptor tables, and `repeat=N` for a line with `//*` at its end that is there N times, `#` being its number. What
//! is reported where the rule fires is the golden file `ID.err`.

use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::Severity;
use glassbox_report::Subject;
use glassbox_report::terminal::{self, Style};
use glassbox_testing::{golden, text_rules};
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::{Compilation, Options, compile, rules};

/// Part of a case with its result.
struct Part {
    text: String,
    compilation: Compilation,
}

impl Part {
    fn new(title: &str, text: &str) -> Part {
        let mut options = Options::default();
        let mut repeat = 1;
        for word in title.split_whitespace() {
            match word.split_once('=') {
                None if word == "older" => options.dialect = Dialect::Older,
                Some(("repeat", count)) => repeat = count.parse().expect("a number of lines"),
                Some(("tables", sizes)) => {
                    for (table, size) in options.tables.iter_mut().zip(sizes.split(',')) {
                        *table = size.parse().expect("a size of a table");
                    }
                }
                _ => panic!("unknown word in a title: {word}"),
            }
        }
        let mut whole = String::new();
        for line in text.split_inclusive('\n') {
            match line.trim_end().strip_suffix("//*") {
                Some(line) => (0..repeat).for_each(|at: usize| {
                    whole.push_str(&line.replace('#', &at.to_string()));
                    whole.push('\n');
                }),
                None => whole.push_str(line),
            }
        }
        let compilation = compile(&whole, &options);
        Part { text: whole, compilation }
    }

    fn rendered(&self) -> String {
        let subject = Subject { file: "a.vsl", bytes: self.text.as_bytes(), source: Some(&self.text) };
        let mut out = Vec::new();
        for finding in &self.compilation.findings {
            terminal::diagnostic_across_files(&mut out, finding, &[subject], &Style::plain())
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
        let Ok(text) = fs::read_to_string(folder.join(format!("{}.vsl", rule.id))) else {
            failures.push(format!("{} has no case", rule.id));
            continue;
        };
        let (fires, near) = text.split_once("//== near").expect("there are two parts");
        let (title, fires) = fires.split_once('\n').expect("the title is a line");
        let title = title.strip_prefix("//== fires").expect("the first part fires");
        let fires = Part::new(title, fires);
        let (title, near) = near.split_once('\n').expect("the title is a line");
        let near = Part::new(title, near);
        let found = &fires.compilation.findings;
        let Some(first) = found.iter().find(|finding| finding.rule.id == rule.id) else {
            failures.push(format!("{} does not fire\n{}", rule.id, fires.rendered()));
            continue;
        };
        if first.location.line_column.is_none() || first.help.is_none() && rule.severity != Severity::Info {
            failures.push(format!("{} has no place or no help: {}", rule.id, first.message));
        }
        let others = found.iter().any(|finding| {
            finding.severity == Severity::Error
                && finding.rule.id != rule.id
                && rule.severity != Severity::Error
        });
        if others {
            failures.push(format!("{} fires beside an error\n{}", rule.id, fires.rendered()));
        }
        for finding in &near.compilation.findings {
            if finding.rule.id == rule.id || finding.severity == Severity::Error {
                failures.push(format!("{} fires where it nearly does\n{}", rule.id, near.rendered()));
                break;
            }
        }
        let found = fires.rendered();
        let path = folder.join(format!("{}.err", rule.id));
        failures.extend(golden::difference(path, found));
    }
    assert!(failures.is_empty(), "{} fail\n{}", failures.len(), failures.join("\n"));
}

text_rules!("tests/errors", "vsl", rules::RULES);
