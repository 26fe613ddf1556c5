//! Reads the symbols of arbitrary bytes as a DirectX container, whole and in ranges, and the bytes as a decorated name.
#![no_main]

use std::convert::Infallible;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::symbols::library::{LibrarySymbols, sparse};
use glassbox_msvc_names::{MAX_TEXT, demangle};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(name) = demangle(bytes) {
        for text in [name.undname(), name.hlsl(), name.qualified_name()] {
            assert!(text.len() <= MAX_TEXT + '…'.len_utf8());
        }
    }
    let limits = Limits::default();
    let fetched = sparse::read(bytes.len() as u64, &limits, |range| {
        Ok::<_, Infallible>(bytes[range.start as usize..range.end as usize].to_vec())
    });
    let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(bytes), &limits) else {
        assert!(fetched.is_err());
        return;
    };
    for symbols in [
        LibrarySymbols::from_tables(&container),
        LibrarySymbols::from_code(&container),
    ]
    .into_iter()
    .flatten()
    .chain(fetched)
    {
        for (place, function) in (0u32..).zip(&symbols.functions) {
            let needs = function.needs.iter().flatten();
            assert!(needs.copied().all(|place| (place as usize) < symbols.imports.len()));
            let used = function.resources.iter().flatten();
            assert!(used.copied().all(|place| (place as usize) < symbols.resources.len()));
            let patches = symbols.patch_constants(place);
            assert!(patches.iter().all(|&place| (place as usize) < symbols.functions.len()));
            if let Ok(name) = demangle(&function.name) {
                assert!(name.hlsl().len() <= MAX_TEXT + '…'.len_utf8());
            }
        }
    }
});
