//! File-driven tests of the command.
//!
//! Each `tests/cases/NAME.test` is a test: its `RUN:` lines are the commands, its `FILE:` and `HEX:` sections the files
//! in an otherwise empty folder; `cases/about.test` shows all features. The expected output and exit status are in
//! `NAME.out`. `GLASSBOX_BLESS=1 cargo test -p glassbox-cli --test cases` rewrites these files; review the difference.

mod support;

use std::fs;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut cases: Vec<_> = fs::read_dir(&folder)
        .expect("the cases can be listed")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "test"))
        .collect();
    cases.sort();
    let trials = cases
        .into_iter()
        .map(|path| {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
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
    let expected_path = path.with_extension("out");
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        return Ok(fs::write(expected_path, found)?);
    }
    let expected = fs::read_to_string(&expected_path).unwrap_or_default();
    if found == expected {
        return Ok(());
    }
    let line = found
        .lines()
        .zip(expected.lines())
        .take_while(|(found, expected)| found == expected)
        .count()
        + 1;
    Err(format!(
        "{} differs from line {line} on; found:\n{found}\nGLASSBOX_BLESS=1 rewrites it",
        expected_path.display()
    )
    .into())
}
