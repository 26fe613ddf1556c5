//! Opens arbitrary bytes like a user's file: detects, maps, prints and assembles them.
#![no_main]

use glassbox_core::limits::Limits;
use glassbox_testing::tree;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let file = glassbox::open_as(bytes, None, &Limits::default());
    let field_tree = file.tree();
    tree::assert_covered(&field_tree, bytes, "fuzz");
    tree::assert_text_law(&field_tree, bytes, &glassbox::registry(), "fuzz");
});
