//! The laws of every format, on arbitrary bytes read as bpx.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(format) = glassbox::format("bpx") {
        glassbox_testing::tree::assert_laws(format, &glassbox::registry(), bytes, "fuzz");
    }
});
