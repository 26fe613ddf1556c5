//! Compiles arbitrary text as SkSL: no panic, every finding located in its text, and files that read back without
//! errors. The first byte is the kind of program, the second the options.
#![no_main]

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::check::check;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl::rules::MAIN_SIGNATURE;
use glassbox_sksl_lang::{Encoding, Options, compile, encode, lift};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&[kind, flags], text)) = bytes.split_first_chunk() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let mut options = Options::new(ProgramKind(kind % 8));
    options.optimize = flags & 1 == 0;
    options.es2 = flags & 2 != 0;
    options.allow_narrowing = flags & 4 != 0;
    options.inline_threshold = if flags & 8 != 0 { 50 } else { 0 };
    let compiled = compile(&text, &options);
    let has_errors = compiled
        .findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    assert_ne!(has_errors, compiled.program.is_some());
    for finding in &compiled.findings {
        let place = &finding.location;
        assert!(place.start <= place.end && place.end as usize <= text.len());
        assert!(place.line_column.is_some());
    }
    let Some(program) = compiled.program else {
        return;
    };
    // Unsupported constructs are reported; an encoded file reads back to the same program.
    for encoding in Encoding::ALL {
        let Ok(bytes) = encode(&program, encoding) else {
            continue;
        };
        let limits = Limits::default();
        let file = open(Window::whole(&bytes), &limits).expect("a file of the format");
        let findings = check(&file, &limits);
        let wrong: Vec<_> = findings
            .items()
            .iter()
            // Like Skia's, the compiler accepts a source without `main`; the checker reports the file.
            .filter(|finding| finding.severity >= Severity::Error && finding.rule.id != MAIN_SIGNATURE.id)
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{text}");
        if findings.has(&MAIN_SIGNATURE) {
            continue;
        }
        let lifted = lift(&file).expect("a whole program");
        assert_eq!(encode(&lifted, encoding).ok().as_deref(), Some(&*bytes), "{text}");
    }
});
