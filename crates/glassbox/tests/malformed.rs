//! One fault, one finding: in the malformed files of the corpus the first finding is the cause, and few stand unfolded.

use glassbox_core::diagnostic::{Folded, Severity};
use glassbox_core::limits::Limits;
use glassbox_testing::case::MAX_UNFOLDED;
use glassbox_testing::corpus;

/// Whether a file of the corpus has faults made by hand.
fn is_malformed(file: &str) -> bool {
    ["/malformed/", "/errors/", "/sym0_malformed/", "bpxs/bad-"]
        .iter()
        .any(|part| file.contains(part))
}

#[test]
fn the_first_finding_is_the_cause() {
    let Some(folder) = corpus::folder() else { return };
    let table = std::fs::read_to_string(folder.join("EXPECTED.tsv")).expect("the table is readable");
    let (mut count, mut failures) = (0, Vec::new());
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [file, format, verdict, rules] = cells[..] else {
            continue;
        };
        if !is_malformed(file) || !matches!(verdict, "error" | "warning") {
            continue;
        }
        count += 1;
        let id = if format == "bpxs" { "bpx" } else { format };
        let format = glassbox::format(id).expect("the format is known");
        let bytes = std::fs::read(folder.join(file)).expect("the file is readable");
        let opened = glassbox::open_as(&bytes, Some(format), &Limits::default());
        let findings = opened.check().into_sorted();
        let folded = Folded::new(&findings);
        let standing: Vec<String> = folded
            .groups()
            .map(|(first, rest)| format!("{} at {} (+{})", first.rule.id, first.location.path, rest.len()))
            .collect();
        let is_cause = folded.groups().next().is_some_and(|(first, _)| {
            first.severity > Severity::Info && rules.split([' ', ',']).any(|rule| rule == first.rule.id)
        });
        if !is_cause || standing.len() > MAX_UNFOLDED {
            failures.push(format!("{file}: expected {rules}, found {standing:?}"));
        }
    }
    assert!(count > 300, "the table names {count} malformed files");
    assert!(
        failures.is_empty(),
        "{} of {count} fail\n{}",
        failures.len(),
        failures.join("\n")
    );
}
