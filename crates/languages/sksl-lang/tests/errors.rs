//! Cases for every rule: `tests/errors/ID.sksl` has parts in which the rule fires and near misses.
//!
//! `//== fires` and `//== near` begin the parts. Behind them stand, where they are needed, `kind=NAME` with the name of a kind of
//! program (`shader` otherwise), `current` for the language of today, `es2` for what holds a program to OpenGL ES 2, `no-optimize`, `inline=N` for the inliner's
//! threshold, and `repeat=N` for a line with `//*` at its end that is there N times, `#` being its number. What is reported where
//! the rule fires is the golden file `ID.err`.
//!
//! `line=N` is the line of the first error in Skia's compiler of that time, `accepted` means that it accepts the
//! text; without either it gives no line. It accepts all near misses. `#version` is newer and was not compared.

use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::{Diagnostic, Rule, Severity};
use glassbox_report::Subject;
use glassbox_report::terminal::{self, Style};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Encoding, Options, compile, encode, rules};
use glassbox_testing::{golden, text_rules};

const KINDS: &[(&str, ProgramKind)] = &[
    ("fragment", ProgramKind::FRAGMENT),
    ("vertex", ProgramKind::VERTEX),
    ("shader", ProgramKind::SHADER),
    ("colorfilter", ProgramKind::COLOR_FILTER),
    ("blender", ProgramKind::BLENDER),
    ("meshvertex", ProgramKind::MESH_VERTEX),
    ("meshfragment", ProgramKind::MESH_FRAGMENT),
    ("generic", ProgramKind::GENERIC),
];

/// Part of a case with its result.
struct Part {
    fires: bool,
    /// Line of the first error in Skia's compiler.
    line: Option<u32>,
    text: String,
    findings: Vec<Diagnostic>,
}

impl Part {
    /// Compiles a part; it is also encoded for rules of the encoder.
    fn new(rule: &Rule, title: &str, text: &str) -> Part {
        let mut words = title.split_whitespace();
        let fires = match words.next() {
            Some("fires") => true,
            Some("near") => false,
            other => panic!("a part is `fires` or `near`, not {other:?}"),
        };
        let mut options = Options::new(ProgramKind::SHADER);
        let mut repeat = 1;
        let mut line = None;
        for word in words {
            match word.split_once('=') {
                None if word == "accepted" => {}
                Some(("line", number)) => line = Some(number.parse().expect("a line")),
                None if word == "es2" => options.es2 = true,
                None if word == "current" => {
                    options = Options::current(options.kind);
                }
                None if word == "no-optimize" => options.optimize = false,
                Some(("inline", threshold)) => {
                    options.inline_threshold = threshold.parse().expect("a threshold")
                }
                Some(("repeat", count)) => repeat = count.parse().expect("a number of lines"),
                Some(("kind", name)) => {
                    let known = KINDS.iter().find(|(known, _)| *known == name);
                    options.kind = known.unwrap_or_else(|| panic!("there is no kind {name}")).1;
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
        let mut findings = compilation.findings;
        if let Some(program) = compilation.program
            && is_encoders(rule)
            && let Err(found) = encode(&program, Encoding::Strict)
        {
            findings.extend(found);
        }
        Part { fires, line, text: whole, findings }
    }

    fn rendered(&self) -> String {
        let subject = Subject { file: "a.sksl", bytes: self.text.as_bytes(), source: Some(&self.text) };
        let mut out = Vec::new();
        for finding in &self.findings {
            terminal::diagnostic_across_files(&mut out, finding, &[subject], &Style::plain())
                .expect("memory can be written");
        }
        String::from_utf8(out).expect("the report is UTF-8")
    }

    /// Difference between a part and its expectation.
    fn fault(&self, rule: &Rule) -> Option<String> {
        let found = &self.findings;
        if !self.fires {
            let wrong =
                found.iter().any(|finding| finding.rule.id == rule.id || finding.severity == Severity::Error);
            return wrong.then(|| format!("{} fires where it nearly does\n{}", rule.id, self.rendered()));
        }
        let Some(first) = found.iter().find(|finding| finding.rule.id == rule.id) else {
            return Some(format!("{} does not fire\n{}", rule.id, self.rendered()));
        };
        let is_placed = first.location.line_column.is_some() || is_encoders(rule);
        if !is_placed || first.help.is_none() {
            return Some(format!("{} has no place or no help: {}", rule.id, first.message));
        }
        let lines = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .filter_map(|finding| finding.location.line_column);
        let first_line = lines.map(|(line, _)| line).min();
        if self.line.is_some_and(|line| first_line != Some(line)) {
            return Some(format!(
                "{}: the first mistake is on line {first_line:?}, not {:?}\n{}",
                rule.id,
                self.line,
                self.rendered()
            ));
        }
        let others =
            found.iter().any(|finding| finding.severity == Severity::Error && finding.rule.id != rule.id);
        others.then(|| format!("{} fires beside an error\n{}", rule.id, self.rendered()))
    }
}

/// Returns whether a rule is about limits of the file format. Its findings need no position in the source.
fn is_encoders(rule: &Rule) -> bool {
    rule.id.starts_with("SKSL-E5")
}

/// Rules that no single source triggers; `encode.rs` has their cases.
const WITHOUT_SOURCE: &[&str] = &["SKSL-E500", "SKSL-E506", "SKSL-E510", "SKSL-E520"];

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut failures = Vec::new();
    let with_source = rules::RULES.iter().filter(|rule| !WITHOUT_SOURCE.contains(&rule.id));
    for rule in with_source {
        let Ok(text) = fs::read_to_string(folder.join(format!("{}.sksl", rule.id))) else {
            failures.push(format!("{} has no case", rule.id));
            continue;
        };
        let parts: Vec<Part> = text
            .split("//== ")
            .skip(1)
            .map(|part| {
                let (title, text) = part.split_once('\n').expect("the title is a line");
                Part::new(rule, title, text)
            })
            .collect();
        if !parts.iter().any(|part| part.fires) || parts.iter().all(|part| part.fires) {
            failures.push(format!("{} has parts of one kind only", rule.id));
        }
        failures.extend(parts.iter().filter_map(|part| part.fault(rule)));
        let found: String = parts.iter().filter(|part| part.fires).map(Part::rendered).collect();
        let path = folder.join(format!("{}.err", rule.id));
        failures.extend(golden::difference(path, found));
    }
    assert!(failures.is_empty(), "{} fail\n{}", failures.len(), failures.join("\n"));
}

text_rules!("tests/errors", "sksl", rules::RULES);
