//! The rule cases of `rules/`.

use std::path::Path;

use glassbox_core::format::Format;
use glassbox_core::language::Registry;
use glassbox_spv::FORMAT;
use glassbox_testing::case;

#[test]
fn every_rule_fires_and_nearly_does() {
    static REGISTRY: Registry = Registry {
        languages: &[&glassbox_spirv::LANGUAGE],
        digests: &[],
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    case::run(&folder, &FORMAT, FORMAT.rules(), &REGISTRY);
}
