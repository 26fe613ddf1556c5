//! Assembles arbitrary text.
#![no_main]

use glassbox_core::text::{Options, assemble_with};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let registry = glassbox::registry();
    let options = Options { size: 1 << 20 };
    let _ = assemble_with(text, &registry, &options);
    let _ = assemble_with(&format!("glassbox 1\n{text}"), &registry, &options);
});
