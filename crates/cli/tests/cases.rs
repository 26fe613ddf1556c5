//! File-driven tests of the command.
//!
//! Each `tests/cases/NAME.test` is a test: its `RUN:` lines are the commands, its `FILE:` and `HEX:` sections the files
//! in an otherwise empty folder; `cases/about.test` shows all features. The expected output and exit status are in
//! `NAME.out`. `GLASSBOX_BLESS=1 cargo test -p glassbox-cli --test cases` rewrites these files; review the difference.

mod support;

use std::fs;
use std::path::Path;

use glassbox_testing::{case, golden};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let cases = case::files(&folder, "test");
    let trials = cases
        .into_iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Trial::test(name, move || run(&path))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// Runs one case and compares it with its expected output, or rewrites that.
fn run(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let case = support::Case::parse(&text)?;
    let folder = tempfile::tempdir()?;
    case.prepare(folder.path())?;
    let mut found = String::new();
    for command in &case.commands {
        found.push_str(&support::transcript(command, folder.path())?);
    }
    match golden::difference(path.with_extension("out"), found) {
        Some(difference) => Err(difference.into()),
        None => Ok(()),
    }
}
