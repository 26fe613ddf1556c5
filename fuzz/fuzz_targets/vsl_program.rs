//! Generates VSL programs from a seed: each compiles, at both levels, to a file without findings.
#![no_main]

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_testing::random::Random;
use glassbox_testing::vsl;
use glassbox_vbc::check::check_bytes;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;
use glassbox_vsl::{Options, compile};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let seed = bytes.iter().fold(0_u64, |seed, byte| {
        (seed ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let text = vsl::program(&mut Random::new(seed));
    for optimize in [false, true] {
        let options = Options {
            optimize,
            ..Options::default()
        };
        let compiled = compile(&text, &options);
        let errors: Vec<_> = compiled
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        let program = compiled.program.expect("a program without errors");
        let bytes = write(&program, &Layout::default()).expect("a program that fits into a file");
        let findings = check_bytes(&bytes, &Limits::default());
        let wrong: Vec<_> = findings
            .items()
            .iter()
            .filter(|finding| finding.severity >= Severity::Error)
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{text}");
    }
});
