//! One fault, one finding: in the malformed files of the corpus the first finding is the cause, and few are unfolded.

use glassbox_core::diagnostic::{Folded, Severity};
use glassbox_core::limits::Limits;
use glassbox_testing::case::MAX_UNFOLDED;
use glassbox_testing::corpus;

/// True if a file of the corpus has faults made by hand.
fn is_malformed(file: &str) -> bool {
    ["/malformed/", "/errors/", "/sym0_malformed/", "bpxs/bad-"].iter().any(|part| file.contains(part))
}

#[test]
fn the_first_finding_is_the_cause() {
    let (mut count, mut failures) = (0, Vec::new());
    for row in corpus::all_expected() {
        let (file, rules) = (&row.name, &row.rules);
        if !is_malformed(file) || !matches!(row.verdict.as_str(), "error" | "warning") {
            continue;
        }
        count += 1;
        let format = glassbox::format(row.format_id()).expect("the format is known");
        let bytes = row.bytes();
        let opened = glassbox::open_as(&bytes, Some(format), &Limits::default());
        let findings = opened.check().into_sorted();
        let folded = Folded::new(&findings);
        let standing: Vec<String> = folded
            .groups()
            .map(|(first, rest)| format!("{} at {} (+{})", first.rule.id, first.location.path, rest.len()))
            .collect();
        let is_cause = folded.groups().next().is_some_and(|(first, _)| {
            first.severity > Severity::Info && rules.iter().any(|rule| rule == first.rule.id)
        });
        if !is_cause || standing.len() > MAX_UNFOLDED {
            failures.push(format!("{file}: expected {rules:?}, found {standing:?}"));
        }
    }
    assert!(count > 300, "the table names {count} malformed files");
    assert!(failures.is_empty(), "{} of {count} fail\n{}", failures.len(), failures.join("\n"));
}
