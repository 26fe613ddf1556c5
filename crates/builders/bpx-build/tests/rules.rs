//! Every rule has a file in `tests/rules` with projects for which it fires, and some for which it nearly does.
//!
//! A line `== fires: TITLE` or `== near: TITLE` begins a project, a line `-- NAME` a file of it; the first file is the project file. A
//! file whose name ends with `.spv` is written as assembly of SPIR-V. Lines `>> ` are what is found. `GLASSBOX_BLESS=1` writes them.

mod support;

use std::fmt::Write as _;
use std::path::Path;

use glassbox_bpx_build::{rules, sal};
use glassbox_testing::examples;

struct Case {
    title: String,
    files: Vec<(String, String)>,
    expected: String,
}

fn cases(text: &str) -> (String, Vec<Case>) {
    let mut head = String::new();
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            cases.push(Case {
                title: title.to_owned(),
                files: Vec::new(),
                expected: String::new(),
            });
            continue;
        }
        let Some(case) = cases.last_mut() else {
            writeln!(head, "{line}").unwrap();
            continue;
        };
        if let Some(name) = line.strip_prefix("-- ") {
            case.files.push((name.to_owned(), String::new()));
        } else if line.starts_with(">> ") {
            writeln!(case.expected, "{line}").unwrap();
        } else {
            let (_, text) = case.files.last_mut().expect("a file begins with `-- NAME`");
            writeln!(text, "{line}").unwrap();
        }
    }
    (head, cases)
}

impl Case {
    fn found(&self) -> String {
        let build = support::build(&self.files);
        let mut text = String::new();
        for finding in &build.findings {
            let at = &finding.location;
            let file = &build.sources.files()[at.input as usize].name;
            let place = at
                .line_column
                .map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
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

    fn whole(&self, expected: &str) -> String {
        let mut text = format!("== {}\n", self.title);
        for (name, content) in &self.files {
            write!(text, "-- {name}\n{content}").unwrap();
        }
        text + expected
    }
}

#[test]
fn each_rule_fires_where_it_should_and_only_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let bless = std::env::var_os("GLASSBOX_BLESS").is_some();
    let mut wrong = String::new();
    for rule in rules::RULES.iter().chain(sal::rules::RULES) {
        let id = rule.id;
        let path = folder.join(format!("{id}.case"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            writeln!(wrong, "{id} has no cases").unwrap();
            continue;
        };
        let (head, cases) = cases(&text);
        let mut blessed = head;
        let (mut fires, mut near) = (0, 0);
        for case in &cases {
            let found = case.found();
            let is_there = found.contains(&format!(" {id} "));
            let should = case.title.starts_with("fires");
            match should {
                true => fires += 1,
                false => near += 1,
            }
            if is_there != should {
                writeln!(wrong, "{id}, {}:\n{found}", case.title).unwrap();
            }
            if found != case.expected && !bless {
                writeln!(
                    wrong,
                    "{id}, {}: expected\n{}found\n{found}",
                    case.title, case.expected
                )
                .unwrap();
            }
            blessed += &case.whole(&found);
        }
        if fires == 0 || near == 0 {
            writeln!(wrong, "{id} needs a case that fires and one that nearly does").unwrap();
        }
        if bless && blessed != text {
            std::fs::write(&path, blessed).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_file_of_cases_belongs_to_a_rule() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let id = name.strip_suffix(".case").unwrap();
        let mut rules = rules::RULES.iter().chain(sal::rules::RULES);
        assert!(rules.any(|rule| rule.id == id), "{name}");
    }
}

/// `GLASSBOX_BLESS=1` writes `src/examples.txt` anew.
#[test]
fn examples_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let found = examples::Examples::of_texts(&folder, "case");
    let rules: Vec<_> = rules::RULES.iter().chain(sal::rules::RULES).copied().collect();
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, &rules, &[]);
}
