//! Every corpus file with a verdict is detected, has the listed rules, and obeys the laws of its format, including the
//! text form round trip.

use glassbox::core::diagnostic::Severity;
use glassbox::core::limits::Limits;
use glassbox_testing::corpus::{self, Expected};
use glassbox_testing::tree::assert_laws;

/// Formats whose rows list every rule that fires for the fault. Rows of the others list, after the first, findings of
/// other readers.
const COMPLETE: [&str; 2] = ["shbin", "bpxs"];

/// Difference between a file's findings and the expected ones.
fn wrong(row: &Expected, bytes: &[u8]) -> Option<String> {
    let format = glassbox::format(row.format_id()).expect("the format is known");
    let found = glassbox::open_as(bytes, Some(format), &Limits::default()).check().into_sorted();
    let worst = found.iter().map(|finding| finding.severity).max();
    let fits = match row.verdict.as_str() {
        "ok" | "info" => worst <= Some(Severity::Info),
        "warning" => worst == Some(Severity::Warning),
        "error" | "alien" => worst == Some(Severity::Error),
        "other-version" => found.len() <= 1,
        other => panic!("{}: {other} is no verdict", row.name),
    };
    let wanted = match (COMPLETE.contains(&row.format.as_str()), row.verdict.as_str()) {
        (true, _) => row.rules.len(),
        // A reader may report it, but need not.
        (false, "ok") => 0,
        (false, _) => row.rules.len().min(1),
    };
    let fired = |id: &String| found.iter().any(|finding| finding.rule.id == *id);
    if fits && row.rules[..wanted].iter().all(fired) {
        return None;
    }
    let mut text = format!("{}: expected {} {:?}", row.name, row.verdict, row.rules);
    for finding in found.iter().take(8) {
        text.push_str(&format!(
            "\n    {} {} {}: {}",
            finding.severity, finding.rule.id, finding.location.path, finding.message
        ));
    }
    Some(text)
}

fn check(format: &str, least: usize) {
    let rows = corpus::expected(format);
    let mut failures = Vec::new();
    for row in &rows {
        let bytes = row.bytes();
        failures.extend(wrong(row, &bytes));
        let format = glassbox::format(row.format_id()).expect("the format is known");
        assert_laws(format, &glassbox::registry(), &bytes, &row.name);
    }
    assert!(failures.is_empty(), "{} of {} fail\n{}", failures.len(), rows.len(), failures.join("\n"));
    assert!(rows.len() >= least, "only {} rows", rows.len());
}

#[test]
fn shbin() {
    check("shbin", 226);
}

#[test]
fn vbc() {
    check("vbc", 195);
}

#[test]
fn sksl() {
    check("sksl", 128);
}

#[test]
fn bpxs() {
    check("bpxs", 160);
}

#[test]
fn dxcontainer() {
    check("dxcontainer", 295);
}

#[test]
fn no_other_formats_are_listed() {
    for row in corpus::all_expected() {
        let known = ["shbin", "vbc", "sksl", "bpxs", "dxcontainer"];
        assert!(known.contains(&row.format.as_str()), "{}: {}", row.name, row.format);
    }
}
