//! Renders the findings of invalid texts: `tests/syntax/*.vsl`, in parts that start with `//== FINDINGS
//! TITLE`.
//!
//! Each part is a separate source with `FINDINGS` findings. Without a first line of its own it is the body of
//! a vertex stage, or global declarations if `GLOBAL` follows the number. Expected output is in the `.out`
//! file of the same name.

use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::Diagnostics;
use glassbox_report::Subject;
use glassbox_report::terminal::{self, Style};
use glassbox_testing::{case, golden};
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::syntax::parse;

/// Title and rendered findings of a part.
fn part(title: &str, text: &str, failures: &mut Vec<String>) -> String {
    let mut words = title.split_whitespace();
    let count: usize =
        words.next().and_then(|count| count.parse().ok()).expect("a part says how many findings it has");
    let kind = words.next().unwrap_or_default();
    let text = match kind {
        "WHOLE" | "OLDER" => text.to_owned(),
        "GLOBAL" => format!("@shader graphics;\n{text}@vert {{ }}\n@frag {{ }}\n"),
        _ => format!("@shader graphics;\n@vert {{\n{text}}}\n@frag {{ }}\n"),
    };
    let dialect = if kind == "OLDER" { Dialect::Older } else { Dialect::Released };
    let mut findings = Diagnostics::default();
    let source = parse(&text, dialect, &mut findings);
    let findings = findings.into_sorted();
    let subject = Subject { file: "a.vsl", bytes: text.as_bytes(), source: Some(&text) };
    let mut out = Vec::new();
    for finding in &findings {
        terminal::diagnostic_across_files(&mut out, finding, &[subject], &Style::plain())
            .expect("memory can be written");
    }
    let rendered = String::from_utf8(out).expect("the report is UTF-8");
    for finding in &findings {
        if finding.help.is_none() {
            failures.push(format!("{title}: no help: {}", finding.message));
        }
    }
    if findings.len() != count {
        failures.push(format!("{title}: {} findings\n{rendered}", findings.len()));
    }
    if kind != "WHOLE" && kind != "OLDER" && !source.is_incomplete && source.items.len() < 2 {
        failures.push(format!("{title}: a stage is lost without a finding"));
    }
    format!("== {title}\n{rendered}")
}

#[test]
fn mistakes_are_reported_once_and_in_good_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in case::files(&folder, "vsl") {
        let text = fs::read_to_string(&path).expect("the case is there");
        let mut found = String::new();
        for text in text.split("//== ").skip(1) {
            let (title, text) = text.split_once('\n').expect("the title is a line");
            found.push_str(&part(title, text, &mut failures));
            count += 1;
        }
        failures.extend(golden::difference(path.with_extension("out"), found));
    }
    assert!(count > 100, "{count} parts");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
