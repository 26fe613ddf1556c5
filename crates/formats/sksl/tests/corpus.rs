//! Corpus tests: round trip, and agreement of both readers.

use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Reader, Window};
use glassbox_sksl::read::{File, open, read_named};
use glassbox_sksl::write::{Arrangement, write, write_file};
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate};

/// The first form of version 7 numbered fields too, which cannot be detected from the file.
const OTHER_IDS: [&str; 1] = ["sksl/other/v7/sksl_vert_first.bin"];

fn opened(bytes: &[u8]) -> Option<File<'_>> {
    open(Window::whole(bytes), &Limits::default()).ok()
}

#[test]
fn well_formed_files_come_back_from_the_model() {
    let mut failures = Vec::new();
    let mut count = 0;
    for row in corpus::expected("sksl") {
        if row.verdict != "ok" && row.verdict != "other-version" {
            continue;
        }
        let bytes = row.bytes();
        let Some(file) = opened(&bytes) else { continue };
        count += 1;
        if write_file(&file).as_deref() != Ok(&bytes[..]) {
            failures.push(format!("{}: as it was read, {:?}", row.name, file.stop));
        }
        let is_numbered = !OTHER_IDS.contains(&row.name.as_str());
        if is_numbered && write(&file.model, Arrangement::Canonical).as_deref() != Ok(&bytes[..]) {
            failures.push(format!("{}: as Skia writes", row.name));
        }
    }
    assert!(failures.is_empty(), "{} of {count}\n{}", failures.len(), failures.join("\n"));
}

/// The reader of common shapes and the table-driven reader produce the same model.
#[test]
fn both_ways_of_reading_agree() {
    let files: Vec<Vec<u8>> = corpus::expected("sksl").iter().map(corpus::Expected::bytes).collect();
    for (index, original) in files.iter().enumerate() {
        for seed in 0..6 {
            let mut bytes = original.clone();
            if seed > 0 {
                bytes = mutate(original, &mut Random::new(seed + 7 * index as u64));
            }
            let Some(file) = opened(&bytes) else { continue };
            let limits = Limits::default();
            let map = Map::new(bytes.len() as u64, &limits);
            let mut reader = Reader::new(Window::whole(&bytes), map, limits);
            let named = read_named(&mut reader, file.model.dialect);
            assert_eq!(file.model, named.model, "file {index} with seed {seed}");
            assert_eq!(file.end, named.end, "file {index} with seed {seed}");
        }
    }
}
