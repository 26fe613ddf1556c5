//! Edits arbitrary bytes as a DirectX container: an edit is rejected, or yields a container with a valid directory,
//! the requested digest, and the other parts unchanged.
#![no_main]

#[path = "../../crates/formats/dxcontainer/tests/support/edits.rs"]
mod edits;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((&choice, bytes)) = input.split_first() {
        edits::assert_edit(choice, bytes);
    }
});
