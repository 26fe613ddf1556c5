//! The rule cases of `rules/`, and the base files that they edit.

use crate::support;
use glassbox_bpx::format::FORMAT;
use glassbox_core::format::Format;
use glassbox_testing::{format_rules, golden};

#[test]
fn the_base_files_are_the_packages() {
    for (name, bytes) in support::bases().expect("the packages can be written") {
        golden::text_form(rules_folder().join(format!("{name}.gbt")), &FORMAT, &support::REGISTRY, &bytes);
    }
}

format_rules!(FORMAT, support::REGISTRY, odd_numbers: 200);
