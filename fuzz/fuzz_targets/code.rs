//! Passes arbitrary code and source to each language: disassembled code assembles to the same bytes, and invalid
//! input is only reported.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for language in glassbox::registry().languages {
        let mut text = Vec::new();
        if language.disassemble(bytes, &[], &mut text).expect("writing to memory succeeds") {
            let text = String::from_utf8(text).expect("assembly is UTF-8");
            assert!(!text.lines().any(|line| line.trim() == "}"), "{text}");
            assert!(language.assemble(&text).as_deref() == Ok(bytes), "{text}");
        }
        if let Ok(source) = std::str::from_utf8(bytes) {
            let _ = language.assemble(source);
        }
    }
});
