//! Checks the text forms in `packages/`, on which the CLI tests and the manual are based.

mod support;

use std::path::Path;

use glassbox_bpx::format::FORMAT;
use glassbox_core::language::Registry;
use glassbox_testing::tree;

const REGISTRY: Registry = Registry {
    languages: &[],
    digests: &[&glassbox_bpx::checksum::DIGESTS],
    codecs: glassbox_compress::codec::ALL,
    views: &[],
};

/// `GLASSBOX_BLESS` rewrites the text forms.
#[test]
fn the_text_forms_are_the_packages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages");
    let source = std::fs::read_to_string(folder.join("packages.txt")).expect("the packages are there");
    for package in support::packages(&source) {
        let bytes = package.write();
        let tree = tree::tree(&FORMAT, &bytes);
        let mut text = Vec::new();
        glassbox_core::text::print(&bytes, &tree, &REGISTRY, &mut text).expect("memory takes it");
        let path = folder.join(format!("{}.txt", package.name));
        if std::env::var_os("GLASSBOX_BLESS").is_some() {
            std::fs::write(&path, &text).expect("the text form is writable");
        }
        let stored = std::fs::read(&path).unwrap_or_default();
        assert!(
            stored == text,
            "{} differs; set GLASSBOX_BLESS and look at the change",
            path.display()
        );
    }
}
