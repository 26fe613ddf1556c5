//! Tests that the manifest and the files of the repository's corpus match.

use std::collections::BTreeSet;

use glassbox_testing::corpus;
use glassbox_testing::sha256::sha256;

/// Corpus files that are not listed.
const APART: [&str; 2] = ["MANIFEST.tsv", "README.md"];

const VERDICTS: [&str; 6] = ["ok", "info", "warning", "error", "alien", "other-version"];

#[test]
fn every_file_is_listed_with_its_digest() {
    let listed = corpus::manifest();
    let mut wrong = Vec::new();
    for row in &listed {
        match std::fs::read(corpus::file(&row.name)) {
            Ok(bytes) if sha256(&bytes) == row.sha256 => {}
            Ok(bytes) => wrong.push(format!("{} has the digest {}", row.name, sha256(&bytes))),
            Err(error) => wrong.push(format!("{}: {error}", row.name)),
        }
    }
    let names: BTreeSet<&str> = listed.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names.len(), listed.len(), "a file is listed twice");
    let folder = corpus::folder();
    for path in corpus::files("", &[""]) {
        let Ok(name) = path.strip_prefix(&folder) else {
            continue;
        };
        let name = name.to_string_lossy().replace('\\', "/");
        if !names.contains(name.as_str()) && !APART.contains(&name.as_str()) {
            wrong.push(format!("{name} is not listed"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_manifest_is_in_order() {
    let rows = corpus::table("MANIFEST.tsv");
    assert!(rows.is_sorted_by(|one, other| one[0] < other[0]));
    for row in &rows {
        assert_eq!(row.len(), 7, "{row:?}");
        assert!(row.iter().all(|cell| !cell.trim().is_empty()), "{row:?}");
        let [format, verdict, rules] = [&row[4], &row[5], &row[6]];
        assert_eq!(format == "-", verdict == "-", "{row:?}");
        assert!(verdict == "-" || VERDICTS.contains(&verdict.as_str()), "{row:?}");
        assert!(rules == "-" || verdict != "-", "{row:?}");
    }
}
