//! The laws of every format, on arbitrary bytes read as pdb.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(format) = glassbox::format("pdb") {
        glassbox_testing::tree::assert_laws(format, &glassbox::registry(), bytes, "fuzz");
    }
});
