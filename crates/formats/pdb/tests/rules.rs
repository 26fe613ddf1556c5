//! The rule cases of `rules/`, and the base files that they edit.

use crate::support;
use glassbox_core::format::Format;
use glassbox_pdb::FORMAT;
use glassbox_testing::{format_rules, golden};
use support::{REGISTRY, plain, scattered, shared};

#[test]
fn base_files_are_those_of_the_writer() {
    for (name, bytes) in [("plain", plain()), ("scattered", scattered()), ("shared", shared())] {
        golden::text_form(rules_folder().join(format!("{name}.gbt")), &FORMAT, &REGISTRY, &bytes);
    }
}

format_rules!(FORMAT, REGISTRY, odd_numbers: 200);
