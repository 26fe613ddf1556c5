//! The rule cases of `rules/`, and the base files that they edit: text forms of the files in `support`.

use crate::support;
use glassbox_core::format::Format;
use glassbox_dxcontainer::FORMAT;
use glassbox_testing::{format_rules, golden, tree};

#[test]
fn bases_are_current_and_clean() {
    for (name, bytes) in support::bases() {
        golden::assembles_to(
            rules_folder().join(format!("{name}.gbt")),
            &FORMAT,
            &support::registry(),
            &bytes,
        );
        let clean: &[&str] = match name {
            "library" => &["DXC-SYM-14"],
            _ => &[],
        };
        assert_eq!(support::ids(&bytes), clean, "{name}");
        tree::assert_laws(&FORMAT, &support::registry(), &bytes, name);
    }
}

format_rules!(FORMAT, support::registry(), odd_numbers: 2000);
