//! Parses the corpus: syntax errors are found where the released compiler found them.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use glassbox_testing::corpus;
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::syntax::parse;

/// Rejected by the released compiler only: the minus sign is an operator here, so one file parses and the
/// other has a type error.
const READ_NOW: [&str; 2] = ["minus_lex.vsl", "lit_hex_negative.vsl"];

fn findings(text: &str, dialect: Dialect) -> Vec<Diagnostic> {
    let mut findings = Diagnostics::default();
    parse(text, dialect, &mut findings);
    findings.into_sorted()
}

#[test]
fn conformance_sources_are_read_or_rejected() {
    let folder = corpus::file("vbc/conformance");
    let results = std::fs::read_to_string(folder.join("RESULTS.tsv")).expect("the results are there");
    let mut failures = Vec::new();
    let mut count = 0;
    for row in results.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [source, .., _, code, place] = cells[..] else {
            panic!("{row}");
        };
        count += 1;
        let text = std::fs::read_to_string(folder.join(source)).expect("the source is there");
        let found = findings(&text, Dialect::Released);
        let is_wrong = code == "VSL-E001" && !READ_NOW.contains(&source);
        let lines: Vec<String> =
            found.iter().map(|one| format!("{:?} {}", one.location.line_column, one.message)).collect();
        if (found.len() == 1) != is_wrong || found.len() > 1 {
            failures.push(format!("{source}: {lines:?}, expected {code} {place}"));
        } else if is_wrong {
            let line = found[0].location.line_column.map_or(0, |(line, _)| line);
            // A missing semicolon is reported at its expected position.
            let expected = match source {
                "struct_no_semicolon.vsl" => "4",
                _ => place.split(':').next().unwrap_or_default(),
            };
            if line.to_string() != expected || found[0].rule.id != "VSL-E001" {
                failures.push(format!("{source}: {lines:?}, expected {code} {place}"));
            }
        }
    }
    assert!(count > 380, "{count} sources");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn programs_are_read() {
    for path in corpus::files("vbc", &[".vsl"]) {
        let folder = path.parent().and_then(|folder| folder.file_name()).expect("a folder");
        let dialect = match folder.to_str() {
            Some("src") => Dialect::Released,
            Some("src-legacy") => Dialect::Older,
            _ => continue,
        };
        let text = std::fs::read_to_string(&path).expect("the source is there");
        let worst = findings(&text, dialect).into_iter().find(|one| one.severity > Severity::Info);
        assert!(worst.is_none(), "{}: {worst:?}", path.display());
    }
}
