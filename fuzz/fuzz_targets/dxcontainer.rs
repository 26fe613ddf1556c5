//! The laws of every format, on arbitrary bytes read as a DirectX container.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(format) = glassbox::format("dxcontainer") {
        glassbox_testing::tree::assert_laws(format, &glassbox::registry(), bytes, "fuzz");
    }
});
