//! Tests the base files of the cases in `rules/` that are C arrays next to their text form.

use std::path::Path;

use glassbox_core::language::Registry;
use glassbox_sksl::dehydrated::parse;
use glassbox_sksl::format::FORMAT;
use glassbox_testing::{case, golden, tree};

#[test]
fn the_base_files_are_the_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    for path in case::files(&folder, "dehydrated.sksl") {
        let name = path.display();
        let spelled = std::fs::read_to_string(&path).expect("the program is readable");
        let bytes = parse(&spelled).expect("the program is spelled right");
        let found = tree::diagnostics(&FORMAT, &bytes);
        assert!(found.is_empty(), "{name}: {found:#?}");
        golden::text_form(
            path.with_extension("").with_extension("gbt"),
            &FORMAT,
            &Registry::default(),
            &bytes,
        );
    }
}
