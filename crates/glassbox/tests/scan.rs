//! Searches other data for files: finds all of them, with exact sizes, and nothing else.

use glassbox::{ScanOptions, ScanResult, scan};
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::{case, corpus};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rules that fire if the actual size differs from the stated one: no search can determine which bytes belong to such a
/// file.
const OTHER_SIZE: [&str; 3] = ["SHBIN-FILE-03", "BPX-HDR-05", "DXC-CTR-05"];

fn search(bytes: &[u8], nested: bool) -> ScanResult {
    let options = ScanOptions { threads: 2, nested };
    scan(bytes, &options, &|_| {})
}

/// Format and range of each find.
fn ranges(finds: &ScanResult) -> Vec<(&'static str, Range<usize>)> {
    finds.finds.iter().map(|find| (find.format.id(), find.range.clone())).collect()
}

fn noise(random: &mut Random, size: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size + 8);
    while bytes.len() < size {
        bytes.extend((random.below(1 << 48)).to_le_bytes()[..6].iter());
    }
    bytes.truncate(size);
    bytes
}

/// The base files of every format's rule cases: format, name, bytes.
fn base_files() -> Vec<(&'static str, String, Vec<u8>)> {
    let mut all = Vec::new();
    for path in case::base_files() {
        let text = std::fs::read(&path).expect("the base file is readable");
        let bytes = glassbox::assemble(&text).expect("the base file is right");
        let format = glassbox::detect(&bytes).expect("the base file is of a format");
        if !format.signatures().is_empty() {
            all.push((format.id(), path.display().to_string(), bytes));
        }
    }
    assert!(all.len() >= 8, "the base files are where they were");
    all
}

/// Plants files separated by random gaps of filler; returns their offsets.
fn plant<'a>(
    files: impl Iterator<Item = &'a [u8]>,
    mut filling: impl FnMut(usize) -> Vec<u8>,
    gaps: &mut Random,
) -> (Vec<u8>, Vec<Range<usize>>) {
    let mut data = filling(gaps.index(5000));
    let mut places = Vec::new();
    for file in files {
        places.push(data.len()..data.len() + file.len());
        data.extend(file);
        data.extend(filling(8 + gaps.index(5000)));
    }
    (data, places)
}

#[test]
fn planted_files_are_found_with_their_exact_sizes() {
    let mut files = base_files();
    for (format, _, bytes) in &mut files {
        // Zeros that pad to a word belong to the file, so a file without them is ambiguous among zeros.
        if *format == "shbin" {
            bytes.resize(bytes.len().next_multiple_of(4), 0);
        }
    }
    let mut random = Random::new(3);
    for (what, byte) in [("noise", None), ("zeros", Some(0)), ("ones", Some(0xff))] {
        let mut gaps = Random::new(5);
        let filling = |size| match byte {
            None => noise(&mut random, size),
            Some(byte) => vec![byte; size],
        };
        let (data, places) = plant(files.iter().map(|file| file.2.as_slice()), filling, &mut gaps);
        let found = search(&data, false);
        let expected: Vec<_> = files.iter().map(|file| file.0).zip(places).collect();
        assert_eq!(ranges(&found), expected, "in {what}");
        assert!(!found.is_truncated && found.finds.iter().all(|find| find.inside.is_none()));
    }
}

#[test]
fn corpus_files_are_found_with_their_exact_sizes() {
    let mut files = Vec::new();
    for (name, format) in
        [("shbin", "shbin"), ("vbc", "vbc"), ("dxcontainer", "dxcontainer"), ("bpxs", "bpx")]
    {
        for row in corpus::expected(name) {
            let is_whole = matches!(row.verdict.as_str(), "ok" | "info" | "warning");
            let is_exact = !row.rules.iter().any(|rule| OTHER_SIZE.contains(&rule.as_str()));
            if is_whole && is_exact {
                files.push((format, row.bytes(), row.name));
            }
        }
    }
    let mut random = Random::new(11);
    let mut gaps = Random::new(12);
    let (data, places) =
        plant(files.iter().map(|file| file.1.as_slice()), |size| noise(&mut random, size), &mut gaps);
    let found = search(&data, false);
    assert!(!found.is_truncated);
    let found = ranges(&found);
    let mut missed = Vec::new();
    for ((format, _, name), place) in files.iter().zip(&places) {
        if !found.contains(&(*format, place.clone())) {
            let begins = found.iter().find(|find| find.1.start == place.start);
            missed.push(format!("{name} at {place:x?}, found {begins:x?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert_eq!(found.len(), files.len(), "nothing else is found");
}

#[test]
fn noise_holds_nothing() {
    let bytes = noise(&mut Random::new(1), 24 << 20);
    let searched = AtomicU64::new(0);
    let options = ScanOptions { threads: 2, nested: true };
    let found = scan(&bytes, &options, &|more| {
        searched.fetch_add(more, Ordering::Relaxed);
    });
    assert_eq!(ranges(&found), []);
    assert_eq!(searched.into_inner(), bytes.len() as u64);
    assert_eq!(ranges(&search(b"", true)), []);
}

#[test]
fn signatures_alone_are_nothing() {
    let mut random = Random::new(2);
    for format in glassbox::formats() {
        for signature in format.signatures() {
            for behind in [vec![], vec![0; 4096], vec![0xff; 4096], noise(&mut random, 4096)] {
                let data = [b"..", *signature, &behind].concat();
                assert_eq!(ranges(&search(&data, true)), [], "{signature:x?}");
            }
        }
    }
}

#[test]
fn a_find_is_the_same_file_alone() {
    let mut random = Random::new(21);
    let files = base_files();
    for round in 0..400 {
        let (_, name, bytes) = &files[round % files.len()];
        let mutated = mutate(bytes, &mut random);
        let data = [&noise(&mut random, 40)[..], &mutated, &noise(&mut random, 400)].concat();
        for find in search(&data, true).finds {
            let alone = search(&data[find.range.clone()], true);
            let whole = alone.finds.iter().find(|one| one.format.id() == find.format.id());
            let range = whole.map(|one| one.range.clone());
            assert_eq!(range, Some(0..find.range.len()), "{name} in round {round}");
        }
    }
}

#[test]
fn files_that_are_cut_off_are_not_found() {
    for (format, name, bytes) in base_files() {
        // A file may end with up to three bytes of optional padding.
        for size in [bytes.len() - 4, bytes.len() / 2, 12, 4] {
            let data = [b"xyz", &bytes[..size]].concat();
            let found = ranges(&search(&data, true));
            let whole = found.iter().find(|find| find.0 == format && find.1.start == 3);
            assert_eq!(whole, None, "{name} cut off at {size}");
        }
    }
}

#[test]
fn files_inside_files_are_found_when_asked_for() {
    let all = base_files();
    let (_, _, outer) = all.iter().find(|file| file.0 == "vbc").expect("there is a base file");
    let data = [&[0x55; 7][..], outer, &[0x55; 9], outer].concat();
    let plain = search(&data, false);
    let first = 7..7 + outer.len();
    let second = first.end + 9..data.len();
    assert_eq!(ranges(&plain), [("vbc", first.clone()), ("vbc", second)]);
    let nested = search(&data, true);
    let inside: Vec<_> = nested.finds.iter().filter(|find| find.inside == Some(0)).collect();
    assert!(!inside.is_empty());
    for find in inside {
        assert_eq!(find.format.id(), "spirv");
        assert!(first.start < find.range.start && find.range.end <= first.end);
    }
    let last = nested.finds.last().expect("there are finds");
    assert_eq!(last.range.end, data.len(), "the last module ends with its file");
    let outer = last.inside.expect("it stands inside a file");
    assert_eq!(nested.finds[outer].format.id(), "vbc");
}

#[test]
fn neither_chunks_nor_threads_change_what_is_found() {
    let files = base_files();
    let mut random = Random::new(8);
    let mut data = noise(&mut random, 5 << 20);
    // Around every possible chunk boundary, so that signatures and files straddle it.
    for (index, place) in (1..5).flat_map(|chunk| [chunk << 20; 3]).enumerate() {
        let (_, _, bytes) = &files[index % files.len()];
        let before = [2, 4096, 8192][index % 3];
        let start = place - before;
        let size = bytes.len().min(4000);
        data[start..start + size].copy_from_slice(&bytes[..size]);
    }
    let one = scan(&data, &ScanOptions::default(), &|_| {});
    assert!(one.finds.len() >= 8);
    for threads in [2, 3, 64] {
        let options = ScanOptions { threads, nested: false };
        assert_eq!(ranges(&scan(&data, &options, &|_| {})), ranges(&one));
    }
}

#[test]
fn files_behind_false_beginnings_are_found() {
    let all = base_files();
    let shbin: Vec<&Vec<u8>> =
        all.iter().filter(|file| file.2.starts_with(b"DVLB")).map(|file| &file.2).collect();
    let data = [&b"CGFX DVLB..."[..], shbin[0], b"DVLBxxxx", shbin[1], b"end"].concat();
    let second = 12 + shbin[0].len() + 8;
    let found = ranges(&search(&data, false));
    assert_eq!(found, [("shbin", 12..12 + shbin[0].len()), ("shbin", second..second + shbin[1].len())]);
}

#[test]
fn false_beginnings_that_share_their_bytes_are_cheap() {
    // Each DVLB refers to the one DVLP at the end, and has no executable.
    let mut bytes = Vec::new();
    let heads = 1 << 17;
    for index in 0..heads {
        bytes.extend(b"DVLB");
        let left = 8 * (heads - index) - 8;
        bytes.extend(((left / 4) as u32).to_le_bytes());
    }
    bytes.extend(b"DVLP");
    bytes.extend([0; 0x40]);
    // Modules whose instructions are prefixes of each other.
    for _ in 0..1 << 17 {
        let words = [0x0723_0203_u32, 0x0001_0000, 0, 1, 0, 0x0002_0011, 1];
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }
    let found = search(&bytes, true);
    assert_eq!(ranges(&found), []);
}

#[test]
fn the_carrier_of_the_corpus_holds_files_without_errors() {
    let bytes = corpus::bytes("shbin/synthetic/carve.bin");
    let found = search(&bytes, false);
    assert!(!found.finds.is_empty());
    for find in found.finds {
        let file = &bytes[find.range];
        let findings = glassbox_testing::tree::diagnostics(find.format, file);
        let worst = findings.iter().map(|finding| finding.severity).max();
        assert!(worst < Some(glassbox::core::diagnostic::Severity::Error), "{findings:?}");
    }
}
