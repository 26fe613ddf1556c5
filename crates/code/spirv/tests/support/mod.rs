//! Shared by tests: a random number generator, the round-trip law, file locations.

#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};

use glassbox_spirv::{Names, Options, assemble, disassemble};

/// A seeded xorshift generator, the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        ((self.next() >> 32) as usize) % limit.max(1)
    }
}

/// All option sets that the law is checked with.
pub fn all_options() -> [Options; 3] {
    [
        Options::default(),
        Options {
            names: Names::Numeric,
            indent: 0,
            header: false,
            offsets: false,
        },
        Options {
            names: Names::Friendly,
            indent: 40,
            header: true,
            offsets: true,
        },
    ]
}

/// Asserts that the bytes survive the round trip through text, in every mode.
pub fn assert_law(bytes: &[u8], what: &str) {
    for options in all_options() {
        let text = disassemble(bytes, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
        let again = match assemble(&text) {
            Ok(again) => again,
            Err(errors) => {
                let line = text.lines().nth(errors[0].line - 1).unwrap_or_default();
                panic!("{what}, {options:?}: {}\n{line}", errors[0])
            }
        };
        if again != bytes {
            let at = again.iter().zip(bytes).position(|(a, b)| a != b);
            panic!(
                "{what}, {options:?}: other bytes from {at:?}, {} for {}\n{text:.4000}",
                again.len(),
                bytes.len()
            );
        }
    }
}

/// Folder of this crate's fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/asm")
}

/// Fixtures whose names have this ending, sorted.
pub fn fixtures_ending(end: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(fixtures())
        .expect("the fixtures are in the repository")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(end))
        .collect();
    found.sort();
    found
}

/// Every file below a folder.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// Suffixes of the bytes that start with a magic number.
pub fn modules_in(bytes: &[u8]) -> Vec<&[u8]> {
    let magic = [[3, 2, 0x23, 7], [7, 0x23, 2, 3]];
    (0..bytes.len())
        .filter(|at| {
            bytes[*at..]
                .first_chunk()
                .is_some_and(|first| magic.contains(first))
        })
        .map(|at| &bytes[at..])
        .collect()
}

/// Compares with the expectation of a fixture, or writes it if `GLASSBOX_BLESS` is set.
pub fn assert_expected(path: &Path, found: &str) {
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        std::fs::write(path, found).expect("the expectation can be written");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == expected,
        "{}:\n{found}\nexpected:\n{expected}",
        path.display()
    );
}
