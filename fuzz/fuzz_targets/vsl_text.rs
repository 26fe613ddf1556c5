//! Compiles arbitrary text as VSL: no panic, every finding located in its text, and files that read back without errors.
#![no_main]

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_vbc::check::check_bytes;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::{Options, compile};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for (dialect, optimize) in [(Dialect::Released, true), (Dialect::Older, false)] {
        let options = Options {
            dialect,
            optimize,
            ..Options::default()
        };
        let compiled = compile(&text, &options);
        let errors = compiled
            .findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        assert_ne!(errors, compiled.program.is_some());
        for finding in &compiled.findings {
            let place = &finding.location;
            assert!(place.start <= place.end && place.end as usize <= text.len());
            assert!(place.line_column.is_some());
        }
        if let Some(program) = compiled.program {
            let bytes = write(&program, &Layout::default()).unwrap_or_default();
            let findings = check_bytes(&bytes, &Limits::default());
            assert!(
                findings
                    .items()
                    .iter()
                    .all(|finding| finding.severity < Severity::Error)
            );
        }
    }
});
