//! Checks the text forms in `packages/`, on which the CLI tests and the manual are based.

use std::path::Path;

use crate::support;
use glassbox_bpx::format::FORMAT;
use glassbox_core::language::Registry;
use glassbox_testing::golden;

const REGISTRY: Registry = Registry {
    languages: &[],
    digests: &[&glassbox_bpx::checksum::DIGESTS],
    codecs: glassbox_compress::codec::ALL,
    views: &[],
};

#[test]
fn the_text_forms_are_the_packages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages");
    let source = std::fs::read_to_string(folder.join("packages.txt")).expect("the packages can be read");
    for package in support::packages(&source) {
        golden::text_form(folder.join(format!("{}.txt", package.name)), &FORMAT, &REGISTRY, &package.write());
    }
}
