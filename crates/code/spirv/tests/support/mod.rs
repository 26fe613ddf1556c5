//! Shared by tests: the round-trip law, file locations.

#![allow(dead_code, unreachable_pub)]

pub mod flow;
pub mod run;

use std::path::{Path, PathBuf};

use glassbox_spirv::module::Module;
use glassbox_spirv::{Names, Options, assemble, disassemble};

/// The bytes of a module in assembly.
pub fn assembled(text: &str) -> Vec<u8> {
    assemble(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// A module in assembly.
pub fn module(text: &str) -> Module {
    Module::read(&assembled(text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All option sets that the law is checked with.
pub fn all_options() -> [Options; 3] {
    [
        Options::default(),
        Options { names: Names::Numeric, indent: 0, header: false, offsets: false },
        Options { names: Names::Friendly, indent: 40, header: true, offsets: true },
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
        .filter(|at| bytes[*at..].first_chunk().is_some_and(|first| magic.contains(first)))
        .map(|at| &bytes[at..])
        .collect()
}
