//! Edits of arbitrary bytes read as a DirectX container: each is refused, or gives a container whose directory is sound, whose
//! digest is what was asked for, and whose other parts are as they were.
#![no_main]

#[path = "../../crates/formats/dxcontainer/tests/support/edits.rs"]
mod edits;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((&choice, bytes)) = input.split_first() {
        edits::assert_edit(choice, bytes);
    }
});
