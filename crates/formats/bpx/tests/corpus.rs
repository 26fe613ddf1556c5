//! The real files: verdicts and rules, laws of the tree.

mod support;

use glassbox_bpx::format::FORMAT;
use glassbox_core::diagnostic::Severity;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::{corpus, tree};

#[test]
fn verdicts_and_rules_are_as_expected() {
    let mut failures = Vec::new();
    let rows = corpus::expected("bpxs");
    for row in &rows {
        let bytes = row.bytes();
        let found = tree::diagnostics(&FORMAT, &bytes);
        let worst = found.iter().map(|finding| finding.severity).max();
        let verdict = match row.verdict.as_str() {
            "ok" | "info" => worst <= Some(Severity::Info),
            "warning" => worst == Some(Severity::Warning),
            _ => worst == Some(Severity::Error),
        };
        let rules = row
            .rules
            .iter()
            .all(|id| found.iter().any(|finding| finding.rule.id == id));
        if !verdict || !rules {
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
            let name = &row.name;
            failures.push(format!(
                "{name}: expected {} {:?}\n{}",
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
fn the_laws_of_the_tree_hold() {
    for row in corpus::expected("bpxs") {
        let bytes = row.bytes();
        let map = tree::tree(&FORMAT, &bytes);
        tree::assert_covered(&map, &bytes, &row.name);
        tree::assert_text_law(&map, &bytes, &support::REGISTRY, &row.name);
        if FORMAT.open(Window::whole(&bytes), &Limits::default()).is_ok() {
            tree::assert_paths(&map, &bytes, &tree::diagnostics(&FORMAT, &bytes), &row.name);
        }
    }
}
