//! Every rule of the crate has an example.

use glassbox_testing::examples::{self, Examples};
use glassbox_translate::{back, front};

#[test]
fn every_rule_has_an_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt");
    let tables = [front::rules::RULES, back::rules::RULES];
    examples::assert_current(path, &Examples::default().and_written(path), &tables.concat());
}
