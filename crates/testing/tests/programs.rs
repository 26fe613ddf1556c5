//! Tests that every file of tests is built.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// Every folder `tests` of a crate.
fn folders() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let below = |folder: &Path| -> Vec<PathBuf> {
        read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect()
    };
    let rooms = below(&crates);
    let inner = rooms.iter().flat_map(|room| below(room));
    inner.chain(below(&crates)).map(|folder| folder.join("tests")).filter(|folder| folder.is_dir()).collect()
}

#[test]
fn every_file_of_tests_is_in_a_program() {
    let mut missing = Vec::new();
    let mut programs = 0;
    for folder in folders() {
        let Ok(all) = read_to_string(folder.join("all.rs")) else { continue };
        programs += 1;
        let manifest = read_to_string(folder.join("../Cargo.toml")).expect("a crate has a manifest");
        for entry in read_dir(&folder).expect("it is a folder").flatten() {
            let path = entry.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_source = path.extension().is_some_and(|extension| extension == "rs");
            let is_built =
                all.contains(&format!("mod {name};")) || manifest.contains(&format!("name = \"{name}\""));
            if is_source && !is_built {
                missing.push(format!(
                    "{} is neither a module of all.rs nor a test of Cargo.toml",
                    path.display()
                ));
            }
        }
    }
    assert!(programs > 20, "{programs}");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
