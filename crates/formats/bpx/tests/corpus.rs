//! Corpus tests: round trip, repairs, `verify`.

use glassbox_bpx::format::FORMAT;
use glassbox_core::format::{Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::{corpus, tree};

#[test]
fn writing_with_the_layout_gives_the_same_bytes() {
    let mut written = 0;
    let rows = corpus::expected("bpxs");
    for row in &rows {
        let bytes = row.bytes();
        let Ok(opened) = FORMAT.open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        match opened.write(WriteLayout::Original) {
            Ok(back) => {
                assert!(back == bytes, "{}: other bytes", row.name);
                written += 1;
            }
            // Not written by any producer: bodies that overlap or lie outside the file.
            Err(why) => assert!(row.name.starts_with("bpxs/bad-"), "{}: {why}", row.name),
        }
    }
    eprintln!("{written} of {} files written again", rows.len());
}

#[test]
fn canonical_bytes_are_sound_and_stable() {
    let limits = Limits::default();
    for row in corpus::expected("bpxs") {
        if row.verdict == "error" {
            continue;
        }
        let bytes = row.bytes();
        let opened = FORMAT.open(Window::whole(&bytes), &limits).expect("it is BPX");
        let canonical =
            opened.write(WriteLayout::Canonical).unwrap_or_else(|why| panic!("{}: {why}", row.name));
        let again = FORMAT.open(Window::whole(&canonical), &limits).expect("it is BPX");
        assert!(again.write(WriteLayout::Canonical).as_ref() == Ok(&canonical), "{}: not stable", row.name);
        let errors = again.check();
        assert!(!errors.has_errors(), "{}: {:?}", row.name, errors.items());
        assert_eq!(opened.symbols().len(), again.symbols().len(), "{} keeps its symbols", row.name);
    }
}

#[test]
fn repairs_remove_what_they_name() {
    let limits = Limits::default();
    let mut fixed = 0;
    for row in corpus::expected("bpxs") {
        let bytes = row.bytes();
        let Ok(opened) = FORMAT.open(Window::whole(&bytes), &limits) else {
            continue;
        };
        for repair in opened.repairs() {
            match opened.repair(repair.name) {
                Ok(new) => {
                    let left = tree::diagnostics(&FORMAT, &new);
                    let gone = left.iter().all(|finding| Some(finding.rule.id) != repair.rule);
                    assert!(gone, "{}: {} leaves its rule", row.name, repair.name);
                    let header = left.iter().any(|finding| finding.rule.id == "BPX-HDR-04");
                    let before = row.rules.iter().any(|rule| rule == "BPX-HDR-04");
                    assert!(!header || before, "{}: {} breaks the header", row.name, repair.name);
                    fixed += 1;
                }
                Err(why) => eprintln!("{}: {} cannot be done: {why}", row.name, repair.name),
            }
        }
    }
    eprintln!("{fixed} repairs done");
}

#[test]
fn quick_verification_agrees_with_the_rules() {
    use glassbox_bpx::verify::verify;
    // Rules covered by `verify`.
    let covered = [
        "BPX-HDR-01",
        "BPX-HDR-02",
        "BPX-HDR-03",
        "BPX-HDR-04",
        "BPX-SHT-01",
        "BPX-SHT-02",
        "BPX-SHT-03",
        "BPX-SHT-08",
        "BPX-SEC-01",
        "BPX-SEC-02",
        "BPX-SEC-03",
        "BPX-SEC-04",
        "BPX-STR-01",
        "BPX-STR-02",
        "BPXS-EXT-01",
        "BPXS-SEC-01",
        "BPXS-SEC-02",
        "BPXS-SEC-03",
        "BPXS-SYM-01",
        "BPXS-SYM-02",
        "BPXS-SYM-03",
        "BPXS-SYM-06",
        "BPXS-SYM-10",
        "BPXS-SYM-11",
        "BPXS-SYM-12",
    ];
    for row in corpus::expected("bpxs") {
        let bytes = row.bytes();
        let found = tree::diagnostics(&FORMAT, &bytes);
        let wrong: Vec<_> =
            found.iter().map(|finding| finding.rule.id).filter(|id| covered.contains(id)).collect();
        match verify(&bytes, 1 << 30) {
            Ok(()) => assert!(wrong.is_empty(), "{}: verified in spite of {wrong:?}", row.name),
            Err(error) => assert!(
                wrong.contains(&error.rule.id),
                "{}: {} is not among {wrong:?}",
                row.name,
                error.rule.id
            ),
        }
    }
}
