//! The real files.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::read::open;
use glassbox_sksl::write::{Arrangement, write, write_file};
use glassbox_testing::corpus;

#[test]
fn files_of_skia_come_back() {
    let mut failures = Vec::new();
    let rows = corpus::expected("sksl");
    for row in &rows {
        let bytes = row.bytes();
        let Ok(file) = open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        if row.verdict != "ok" && row.verdict != "other-version" {
            continue;
        }
        let kept = write_file(&file);
        if kept.as_deref() != Ok(&bytes[..]) {
            failures.push(format!(
                "{} kept: {:?} {:?}",
                row.name,
                kept.map(|k| k.len()),
                file.stop
            ));
        }
        let canonical = write(&file.model, Arrangement::Canonical);
        if canonical.as_deref() != Ok(&bytes[..]) {
            let at = canonical
                .as_ref()
                .ok()
                .and_then(|c| c.iter().zip(&bytes).position(|(a, b)| a != b));
            failures.push(format!(
                "{} canonical: {:?} {at:?}",
                row.name,
                canonical.map(|k| k.len())
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} fail of {}\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
}
