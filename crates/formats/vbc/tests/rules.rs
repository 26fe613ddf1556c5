//! The rule cases of `rules/`, and the base files that they edit.

use crate::support;
use glassbox_core::format::Format;
use glassbox_testing::{format_rules, golden};
use glassbox_vbc::format::FORMAT;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;

#[test]
fn the_base_files_are_the_programs() {
    for (name, program) in support::bases() {
        let bytes = write(&program, &Layout::canonical()).expect("the program can be written");
        golden::text_form(rules_folder().join(format!("{name}.gbt")), &FORMAT, &support::REGISTRY, &bytes);
    }
}

format_rules!(FORMAT, support::REGISTRY, odd_numbers: 3000, contained: glassbox_spirv::check::rules::RULES);
