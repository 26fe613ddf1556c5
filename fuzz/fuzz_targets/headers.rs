//! Any module, and damaged ones that were generated: the texts of its interface are written without panic.
#![no_main]

use glassbox_headers::{Language, write};
use glassbox_spirv::reflect;

mod generated;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let generated = generated::generated(input).map(|(bytes, _)| bytes);
    for bytes in [Some(input.to_vec()), generated].into_iter().flatten() {
        let Ok(reflection) = reflect(&bytes) else { continue };
        for language in [Language::Cpp, Language::Rust] {
            let _ = write(language, "input", &[&reflection]);
        }
    }
});
