//! Rules are explained; what makes them fire is tested where programs are lowered.

use glassbox_lower_directx::rules::RULES;
use glassbox_testing::examples::{self, Examples};

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}

#[test]
fn every_rule_has_an_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt");
    examples::assert_current(path, &Examples::default().and_written(path), RULES);
}
