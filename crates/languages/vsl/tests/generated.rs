//! Compiles random programs: valid ones yield valid files and modules that behave alike at both optimization
//! levels; the others do not crash.
//!
//! `GLASSBOX_PROGRAMS` sets the number of programs, 2000 by default. Every eighth is validated with
//! `spirv-val`, if requested.

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::limits::Limits;
use glassbox_testing::random::Random;
use glassbox_testing::spirv::validate;
use glassbox_testing::{trace, vsl};
use glassbox_vbc::check::check_bytes;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;
use glassbox_vsl::{Options, compile};

fn count() -> u64 {
    let count = std::env::var("GLASSBOX_PROGRAMS").ok();
    count.and_then(|count| count.parse().ok()).unwrap_or(2000)
}

fn levels() -> [Options; 2] {
    [false, true].map(|optimize| Options { optimize, ..Options::default() })
}

/// True for warnings on valid programs that the runtime ignores or does not support: cube images, gaps
/// between outputs, booleans in the uniform, unread subpass inputs.
fn is_allowed(finding: &Diagnostic) -> bool {
    const ALLOWED: [&str; 4] = ["VBC-BIND-13", "VBC-OUT-06", "VBC-UNIF-06", "VBC-X-05"];
    finding.severity == Severity::Warning && ALLOWED.contains(&finding.rule.id)
}

/// Compiles a valid program; returns its modules.
fn modules(text: &str, options: &Options, what: &str) -> Vec<Vec<u8>> {
    let compiled = compile(text, options);
    let errors: Vec<String> = compiled
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| format!("{:?} {}: {}", finding.location.line_column, finding.rule.id, finding.message))
        .collect();
    assert!(errors.is_empty(), "{what}: {}\n{text}", errors.join("\n"));
    let program = compiled.program.unwrap_or_else(|| panic!("{what}: nothing came of it\n{text}"));
    let bytes = write(&program, &Layout::default()).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    let findings = check_bytes(&bytes, &Limits::default());
    let wrong: Vec<String> = findings
        .items()
        .iter()
        .filter(|finding| finding.severity >= Severity::Warning && !is_allowed(finding))
        .map(|finding| format!("{}: {}", finding.rule.id, finding.message))
        .collect();
    assert!(wrong.is_empty(), "{what}: {}\n{text}", wrong.join("\n"));
    program.modules.iter().flatten().map(|module| module.to_vec()).collect()
}

/// Compiles the programs of these seeds and validates every eighth.
fn compile_all(seeds: std::ops::Range<u64>) {
    let (mut before, mut after) = (0, 0);
    for seed in seeds {
        let text = vsl::program(&mut Random::new(seed));
        let mut did = Vec::new();
        for options in levels() {
            let what = format!("program {seed} optimized {}", options.optimize);
            for module in modules(&text, &options, &what) {
                let words: Vec<u32> =
                    module.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
                did.push([0, 1, 2, 3].map(|branches| trace::effects(&words, branches)));
                let sum = if options.optimize { &mut after } else { &mut before };
                *sum += module.len();
                if seed % 8 == 0 {
                    validate(&words).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
                }
            }
        }
        // Vertex and fragment stage, at both levels.
        assert_eq!(did[..2], did[2..], "program {seed} does something else when optimized\n{text}");
    }
    println!("{before} bytes of code, {after} optimized");
    assert!(after < before);
}

glassbox_testing::asking!(spirv_val: valid_programs_compile, further_valid_programs_compile);

// Two tests, to use two cores.
#[test]
fn valid_programs_compile() {
    compile_all(0..count() / 2);
}

#[test]
fn further_valid_programs_compile() {
    compile_all(count() / 2..count());
}

#[test]
fn damaged_programs_are_told_from_others() {
    let mut random = Random::new(7);
    let mut wrong = 0;
    for _ in 0..2 * count() {
        let text = vsl::program(&mut random);
        let text = vsl::damage(&text, &mut random);
        let compiled = compile(&text, &Options::default());
        let errors = compiled.findings.iter().any(|finding| finding.severity == Severity::Error);
        assert_ne!(errors, compiled.program.is_some(), "{text}");
        wrong += u64::from(errors);
        for finding in &compiled.findings {
            let location = &finding.location;
            assert!(
                location.start <= location.end && location.end as usize <= text.len(),
                "{}: {location:?}\n{text}",
                finding.rule.id
            );
        }
        if let Some(program) = compiled.program {
            let bytes = write(&program, &Layout::default()).expect("what compiles can be written");
            let findings = check_bytes(&bytes, &Limits::default());
            assert!(findings.items().iter().all(|finding| finding.severity < Severity::Error), "{text}");
        }
    }
    println!("{wrong} of {} damaged programs are wrong", 2 * count());
    assert!(wrong > count());
}
