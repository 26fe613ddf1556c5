//! The real files: verdicts and rules, bytes written again, laws of the tree, repairs.

use glassbox_core::diagnostic::Severity;
use glassbox_core::format::Format;
use glassbox_core::language::Registry;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::{corpus, tree};
use glassbox_vbc::format::FORMAT;

#[test]
fn verdicts_and_rules_are_as_expected() {
    let mut failures = Vec::new();
    let rows = corpus::expected("vbc");
    for row in &rows {
        let bytes = row.bytes();
        let found = tree::diagnostics(&FORMAT, &bytes);
        let worst = found.iter().map(|finding| finding.severity).max();
        let verdict = match row.verdict.as_str() {
            "ok" | "info" => worst <= Some(Severity::Info),
            "warning" => worst == Some(Severity::Warning),
            _ => worst == Some(Severity::Error),
        };
        let first = row.rules.first();
        let rule = first.is_none_or(|id| found.iter().any(|finding| finding.rule.id == id));
        if !verdict || !rule {
            let list: Vec<String> = found
                .iter()
                .take(8)
                .map(|finding| {
                    format!(
                        "    {} {} {}: {}",
                        finding.severity, finding.rule.id, finding.location.path, finding.message
                    )
                })
                .collect();
            failures.push(format!(
                "{}: expected {} {:?}\n{}",
                row.name,
                row.verdict,
                row.rules,
                list.join("\n")
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} fail\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
}

#[test]
fn writing_with_the_layout_gives_the_same_bytes() {
    let mut written = 0;
    for row in corpus::expected("vbc") {
        let bytes = row.bytes();
        let Ok(opened) = FORMAT.open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        let back = opened
            .write(false)
            .unwrap_or_else(|why| panic!("{}: {why}", row.name));
        assert!(back == bytes, "{}: other bytes", row.name);
        written += 1;
    }
    eprintln!("{written} files written again");
}

#[test]
fn the_laws_of_the_tree_hold() {
    let registry = Registry::default();
    for row in corpus::expected("vbc") {
        let bytes = row.bytes();
        let map = tree::tree(&FORMAT, &bytes);
        tree::assert_covered(&map, &bytes, &row.name);
        tree::assert_text_law(&map, &bytes, &registry, &row.name);
        if FORMAT.open(Window::whole(&bytes), &Limits::default()).is_ok() {
            tree::assert_paths(&map, &bytes, &tree::diagnostics(&FORMAT, &bytes), &row.name);
        }
    }
}
