//! Makes SPIR-V of arbitrary bytes as binary SkSL: no panic, and no module that the validator refuses.
#![no_main]

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_lower_sksl::{Numbers, Options, UniformLayout, lower};
use glassbox_sksl::read::open;
use glassbox_sksl_lang::lift;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = open(Window::whole(bytes), &Limits::default()) else {
        return;
    };
    let Ok(program) = lift(&file) else {
        return;
    };
    let plain = Options { layout: UniformLayout::Skia, numbers: Numbers::Device, ..Options::default() };
    for options in [Options::default(), plain, Options { entry: None, ..Options::default() }] {
        if let Err(findings) = lower(&program, &options) {
            assert!(findings.iter().all(|finding| finding.rule.id != "SKSL-LOWER-09"), "{}", findings[0]);
        }
    }
});
