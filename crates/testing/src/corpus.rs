//! The corpus of real files, which is not part of the project.
//!
//! `GLASSBOX_CORPUS` names its folder; the default is `../shared/corpus` beside the workspace. Where it is missing the tests
//! over it say so loudly and pass.

use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::Severity;
use glassbox_core::format::Format;

/// The folder, if there is one.
pub fn folder() -> Option<PathBuf> {
    let folder = match std::env::var_os("GLASSBOX_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
    };
    if folder.join("EXPECTED.tsv").is_file() {
        return Some(folder);
    }
    eprintln!(
        "NOT TESTED: the corpus is missing; set GLASSBOX_CORPUS to its folder ({} was tried)",
        folder.display()
    );
    None
}

/// A row of the corpus's table of expectations.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Path from the folder of the corpus.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Format, as in the table.
    pub format: String,
    /// `ok`, `info`, `warning`, `error`, `alien` or `other-version`.
    pub verdict: String,
    /// Rule ids, the most telling first.
    pub rules: Vec<String>,
}

impl Expected {
    /// The bytes of the file.
    ///
    /// # Panics
    /// When the file cannot be read.
    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()))
    }
}

/// The rows of a format; empty when there is no corpus.
///
/// # Panics
/// When the table cannot be read.
pub fn expected(format: &str) -> Vec<Expected> {
    let Some(folder) = folder() else { return Vec::new() };
    let table =
        std::fs::read_to_string(folder.join("EXPECTED.tsv")).expect("the table of expectations is readable");
    let rows = table
        .lines()
        .skip(1)
        .map(|row| row.split('\t').collect::<Vec<_>>());
    rows.filter(|cells| cells.len() >= 4 && cells[1] == format)
        .map(|cells| Expected {
            name: cells[0].to_owned(),
            path: folder.join(cells[0]),
            format: cells[1].to_owned(),
            verdict: cells[2].to_owned(),
            rules: cells[3]
                .split_whitespace()
                .filter(|id| *id != "-")
                .map(str::to_owned)
                .collect(),
        })
        .collect()
}

/// Every file of a corpus folder whose name ends in one of `endings`, sorted; empty when there is no corpus.
pub fn files(sub: &str, endings: &[&str]) -> Vec<PathBuf> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut open = vec![folder.join(sub)];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if endings
                .iter()
                .any(|ending| path.to_string_lossy().ends_with(ending))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Which of the rules that a row lists must fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// The first; the others may be what another reader says of the same fault.
    First,
    /// Every one.
    Every,
}

/// Asserts that every row of a format has its verdict and the rules that it lists.
///
/// # Panics
/// When one has not.
pub fn assert_verdicts(format: &dyn Format, name: &str, rules: Listed) {
    let mut failures = Vec::new();
    let rows = expected(name);
    for row in &rows {
        let found = crate::tree::diagnostics(format, &row.bytes());
        let worst = found.iter().map(|finding| finding.severity).max();
        let verdict = match row.verdict.as_str() {
            "ok" | "info" => worst <= Some(Severity::Info),
            "warning" => worst == Some(Severity::Warning),
            _ => worst == Some(Severity::Error),
        };
        let wanted = match rules {
            Listed::First => row.rules.len().min(1),
            Listed::Every => row.rules.len(),
        };
        let mut ids = row.rules[..wanted].iter();
        if verdict && ids.all(|id| found.iter().any(|finding| finding.rule.id == id)) {
            continue;
        }
        let mut failure = format!("{}: expected {} {:?}", row.name, row.verdict, row.rules);
        for finding in found.iter().take(8) {
            failure.push_str(&format!(
                "\n    {} {} {}: {}",
                finding.severity, finding.rule.id, finding.location.path, finding.message
            ));
        }
        failures.push(failure);
    }
    assert!(
        failures.is_empty(),
        "{} of {} fail\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
}
