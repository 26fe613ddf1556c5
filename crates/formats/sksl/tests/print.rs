//! The printers, against the texts that Skia made of the same programs.

mod support;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::print::{Style, listing};
use glassbox_sksl::read::open;
use glassbox_testing::corpus;
use support::sha256;

fn printed(bytes: &[u8], style: Style) -> Vec<u8> {
    let file = open(Window::whole(bytes), &Limits::default()).expect("a binary of this format");
    let mut out = Vec::new();
    listing(&file.model, style, &mut out).expect("memory takes all");
    out
}

/// The rows of the corpus's manifest: file, expectation.
fn manifest() -> Vec<(std::path::PathBuf, String)> {
    let Some(folder) = corpus::folder() else {
        return Vec::new();
    };
    let folder = folder.join("sksl");
    let table = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("the manifest is readable");
    let rows = table.lines().skip(1).filter_map(|row| {
        let mut cells = row.split('\t');
        let file = cells.next()?;
        Some((folder.join(file), cells.next_back()?.to_owned()))
    });
    rows.collect()
}

#[test]
fn descriptions_are_those_of_skia() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (path, expectation) in manifest() {
        let bytes = std::fs::read(&path).expect("the corpus is readable");
        if let Some((_, digest)) = expectation.split_once("skia-description sha256 ") {
            let digest = digest.split_whitespace().next().unwrap_or("");
            if sha256(&printed(&bytes, Style::Description)) != digest {
                failures.push(path.display().to_string());
            }
            count += 1;
        } else if expectation.contains("expected skia-style description in") {
            let expected = std::fs::read(format!("{}.txt", path.display())).expect("the corpus is readable");
            if printed(&bytes, Style::Description) != expected {
                failures.push(path.display().to_string());
            }
            count += 1;
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count} differ\n{}",
        failures.len(),
        failures.join("\n")
    );
    println!("{count} descriptions agree");
}
