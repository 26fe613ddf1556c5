//! Which bytes the first expected finding names on broken files: `malformed.tsv`, reviewed against what was broken in each
//! (most rows by comparing the broken file with the whole one it was made from: the bytes that differ are those named).

use glassbox_core::format::Opened;
use glassbox_core::limits::Limits;
use glassbox_testing::corpus;

#[test]
fn findings_name_the_bytes_that_are_broken() {
    let Some(folder) = corpus::folder() else { return };
    let table = include_str!("malformed.tsv");
    let mut failures = Vec::new();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [file, rule, start, end, path] = cells[..] else {
            panic!("`{row}` has five cells")
        };
        let (start, end): (u64, u64) = (start.parse().unwrap(), end.parse().unwrap());
        let bytes = std::fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let format = glassbox::format(file.split('/').next().unwrap_or_default());
        let found = glassbox::open(&bytes, format, &Limits::default())
            .check()
            .into_sorted();
        let named = found.iter().any(|finding| {
            let place = &finding.location;
            finding.rule.id == rule && (place.start, place.end) == (start, end) && place.path == path
        });
        if !named {
            failures.push(row.to_owned());
        }
        rows += 1;
    }
    assert!(rows >= 100, "the table has {rows} rows");
    assert!(
        failures.is_empty(),
        "{} of {rows} rows\n{}",
        failures.len(),
        failures.join("\n")
    );
}
