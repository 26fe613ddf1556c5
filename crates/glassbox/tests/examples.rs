//! Runs the example programs on the files of the repository.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Standard output of an example, which must succeed. Cargo builds examples along with tests.
fn output(name: &str) -> String {
    let test = std::env::current_exe().expect("a test has a path");
    let folders = test.ancestors().map(|folder| folder.join("examples"));
    let program: PathBuf = folders
        .map(|folder| folder.join(name).with_extension(std::env::consts::EXE_EXTENSION))
        .find(|path| path.is_file())
        .unwrap_or_else(|| panic!("the example {name} is built with the tests"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(program).current_dir(folder).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn check_finds_what_is_wrong_with_a_broken_file() {
    let text = output("check");
    assert!(text.contains("error SHBIN-"), "{text}");
}

#[test]
fn edit_changes_one_field() {
    let text = output("edit");
    assert!(text.contains("changed dvle[0].main"), "{text}");
}

#[test]
fn diff_names_the_field_that_changed() {
    let text = output("diff");
    assert!(text.contains("changed: dvle[0].main"), "{text}");
}

#[test]
fn interface_lists_every_format() {
    let text = output("interface");
    for stage in ["vertex", "fragment"] {
        assert!(text.contains(stage), "{text}");
    }
    assert!(text.contains("input") && text.contains("output"), "{text}");
}

#[test]
fn convert_writes_two_languages() {
    let text = output("convert");
    assert!(text.contains("@fragment") && text.contains("// hlsl"), "{text}");
}
