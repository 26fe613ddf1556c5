//! Runs every block of `tests/cases` and checks its expectations.

use crate::support;

#[test]
fn cases() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is readable").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("the case is readable");
        for case in support::blocks(&text) {
            count += 1;
            if let Err(message) = case.run() {
                failures.push(format!("{}: {message}", entry.file_name().display()));
            }
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{} of {count} fail\n{}", failures.len(), failures.join("\n"));
    assert!(count > 40, "{count} cases");
}
