//! Texts with several errors: `tests/recovery/*.sksl`.
//!
//! `//== skia=LINES` begins a part. LINES are the lines with errors in Skia's compiler of that time. Ours are the
//! same, unless `ours=LINES` follows; the text before the parts gives the reason for the difference. `kind=fragment`
//! and `es2` are as in `errors.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Options, compile};
use support::lines;

fn numbers(text: &str) -> BTreeSet<u32> {
    text.split(',').map(|line| line.parse().expect("a line")).collect()
}

/// Difference between a part and its expectation.
fn fault(part: &str) -> Option<String> {
    let (title, text) = part.split_once('\n').expect("the title is a line");
    // Comments after a blank line are between the parts.
    let text = text.split("\n\n").next().unwrap_or_default();
    let mut options = Options::new(ProgramKind::SHADER);
    let (mut theirs, mut ours) = (None, None);
    for word in title.split_whitespace() {
        match word.split_once('=') {
            Some(("skia", lines)) => theirs = Some(numbers(lines)),
            Some(("ours", lines)) => ours = Some(numbers(lines)),
            _ if word == "kind=fragment" => options.kind = ProgramKind::FRAGMENT,
            _ if word == "es2" => options.es2 = true,
            _ => panic!("unknown word in a title: {word}"),
        }
    }
    let expected = ours.or(theirs).expect("the lines with errors");
    let findings = compile(text, &options).findings;
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let found: BTreeSet<u32> =
        errors.filter_map(|finding| finding.location.line_column).map(|(line, _)| line).collect();
    (found != expected).then(|| format!("{title}\n{text}\n{}", lines(&findings)))
}

#[test]
fn mistakes_are_told_on_the_lines_on_which_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recovery");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder of texts") {
        let path = entry.expect("a text").path();
        let text = fs::read_to_string(&path).expect("a text");
        for part in text.split("//== ").skip(1) {
            count += 1;
            failures.extend(fault(part).map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    support::assert_none(&failures, count);
    assert!(count >= 17, "{count}");
}
