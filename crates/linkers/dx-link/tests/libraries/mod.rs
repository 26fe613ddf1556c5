//! Library files for tests of programs that link: `tests/libraries/NAME.library` describes one in
//! the syntax of the shader link cases, the golden file `NAME.gbt` is its container.

use std::borrow::Cow;
use std::path::Path;

use glassbox_core::language::{Digest, Registry};
use glassbox_dxcontainer::build::{Options, container};
use glassbox_dxcontainer::{FORMAT, digest};
use glassbox_dxil::ir::{Typed, encode};
use glassbox_testing::{case, golden};

use crate::shader_cases::Library;

static DIGESTS: &[&[&dyn Digest]] = &[digest::DIGESTS];

#[test]
fn libraries_are_as_described() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries");
    // No part is compressed.
    let registry = Registry { digests: DIGESTS, ..Registry::default() };
    let mut count = 0;
    for path in case::files(&folder, "library") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let mut library = Library::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            library.line(&words);
        }
        let bitcode = library.finish();
        let module = Typed::read(&bitcode).expect("it is read");
        let options = Options {
            statistics: Some(Cow::Owned(encode(&module.statistics()).expect("it can be written"))),
            ..Options::default()
        };
        let bytes = container(&bitcode, &options).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        golden::assembles_to(path.with_extension("gbt"), &FORMAT, &registry, &bytes);
        count += 1;
    }
    assert!(count > 2, "{count} libraries");
}
