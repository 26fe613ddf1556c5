//! Every rule has a file in `tests/rules` with projects for which it fires, and some for which it nearly does.
//!
//! A line `== fires: TITLE` or `== near: TITLE` begins a project, a line `-- NAME` a file of it; the first file is the project file. A
//! file whose name ends with `.spv` is written as assembly of SPIR-V. Lines `>> ` are the expected findings; `GLASSBOX_BLESS=1` rewrites them.

use std::fmt::Write as _;
use std::path::Path;

use crate::support;
use glassbox_bpx_build::{rules, sal};
use glassbox_core::diagnostic::Rule;
use glassbox_testing::{golden, text_rules};

struct Case {
    title: String,
    files: Vec<(String, String)>,
}

/// The text before the first case, and the cases.
fn cases(text: &str) -> (String, Vec<Case>) {
    let mut head = String::new();
    let mut cases: Vec<(&str, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix("== "), cases.last_mut()) {
            (Some(title), _) => cases.push((title.trim_end(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => head.push_str(line),
        }
    }
    let case = |(title, text): (&str, String)| Case { title: title.to_owned(), files: support::files(&text) };
    (head, cases.into_iter().map(case).collect())
}

impl Case {
    fn found(&self) -> String {
        let build = support::build(&self.files);
        let mut text = String::new();
        for finding in &build.findings {
            let at = &finding.location;
            let file = &build.sources.files()[at.input as usize].name;
            let place = at.line_column.map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
            let (id, message) = (finding.rule.id, &finding.message);
            writeln!(text, ">> {} {id} {file}{place}: {message}", finding.severity).unwrap();
            for label in &finding.labels {
                let file = &build.sources.files()[label.location.input as usize].name;
                let place = label.location.line_column.unwrap_or_default();
                writeln!(text, ">>   {file}:{}:{}: {}", place.0, place.1, label.message).unwrap();
            }
            for note in &finding.notes {
                writeln!(text, ">>   note: {note}").unwrap();
            }
            if let Some(help) = &finding.help {
                writeln!(text, ">>   help: {help}").unwrap();
            }
        }
        text
    }
}

#[test]
fn each_rule_fires_where_it_should_and_only_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut failures = Vec::new();
    for rule in all_rules() {
        let id = rule.id;
        let path = folder.join(format!("{id}.projects"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            failures.push(format!("{id} has no cases"));
            continue;
        };
        let (mut whole, cases) = cases(&text);
        let (mut fires, mut near) = (0, 0);
        for case in &cases {
            let found = case.found();
            let should = case.title.starts_with("fires");
            *(if should { &mut fires } else { &mut near }) += 1;
            if found.contains(&format!(" {id} ")) != should {
                failures.push(format!("{id}, {}:\n{found}", case.title));
            }
            write!(whole, "== {}\n{}{found}", case.title, support::source(&case.files)).unwrap();
        }
        if fires == 0 || near == 0 {
            failures.push(format!("{id} needs a case that fires and one that nearly does"));
        }
        failures.extend(golden::difference(&path, whole));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn all_rules() -> Vec<&'static Rule> {
    [rules::RULES, sal::rules::RULES].concat()
}

text_rules!("tests/rules", "projects", &all_rules());
