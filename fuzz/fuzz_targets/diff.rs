//! Compares two arbitrary files by structure.
#![no_main]

use glassbox_core::limits::Limits;

libfuzzer_sys::fuzz_target!(|files: (&[u8], &[u8])| {
    let (old, new) = files;
    let old_tree = glassbox::open_as(old, None, &Limits::default()).tree();
    let new_tree = glassbox::open_as(new, None, &Limits::default()).tree();
    assert!(glassbox_core::diff::diff((old, &old_tree), (old, &old_tree)).is_empty());
    let _ = glassbox_core::diff::diff((old, &old_tree), (new, &new_tree));
});
