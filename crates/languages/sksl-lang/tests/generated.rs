//! Random programs: each compiles, its file has no findings, is lifted to the same program, and prints as text that
//! compiles to a program that prints the same. `GLASSBOX_PROGRAMS` sets their number.

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::check::check;
use glassbox_sksl::print::Style;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_lang::{Encoding, Options, describe, encode, lift};
use glassbox_testing::random::Random;
use glassbox_testing::sksl::{Kind, Source, program};
use support::{DEFAULT_THRESHOLD, bytes_of, compiled, difference, lines, printed};

fn count() -> u64 {
    let count = std::env::var("GLASSBOX_PROGRAMS").ok();
    count.and_then(|count| count.parse().ok()).unwrap_or(300)
}

fn options(source: &Source) -> Options {
    let mut options = Options::new(match source.kind {
        Kind::Shader => ProgramKind::SHADER,
        Kind::ColorFilter => ProgramKind::COLOR_FILTER,
        Kind::Blender => ProgramKind::BLENDER,
        Kind::Generic => ProgramKind::GENERIC,
    });
    options.es2 = !source.is_es3;
    options
}

/// Compiles a program with given options and returns the first failure.
fn fault(source: &Source, options: &Options) -> Option<String> {
    let program = match compiled(&source.text, options) {
        Ok(program) => program,
        // Constants created by inlining may divide by zero or overflow, as in Skia's compiler.
        Err(findings)
            if options.inline_threshold > 0
                && [" SKSL-E29", " SKSL-E204"].iter().any(|rule| findings.contains(rule)) =>
        {
            return None;
        }
        // A conditional of literals has no type that an adjacent constant could take, as in Skia's compiler.
        Err(findings) if findings.contains("beside an expression of literals") => return None,
        Err(findings) => return Some(findings),
    };
    let description = describe(&program);
    let bytes = match encode(&program, Encoding::Strict) {
        Ok(bytes) => bytes,
        // Files cannot represent calls of children.
        Err(findings) if findings.iter().all(|finding| finding.rule.id == "SKSL-E502") => return None,
        Err(findings) => return Some(lines(&findings)),
    };
    let file = match open(Window::whole(&bytes), &Limits::default()) {
        Ok(file) => file,
        Err(finding) => return Some(finding.message),
    };
    let mut found = check(&file, &Limits::default()).into_sorted();
    // A program may declare functions with names of builtin ones.
    found.retain(|finding| finding.severity == Severity::Error);
    if !found.is_empty() {
        return Some(lines(&found));
    }
    if printed(&bytes, Style::Description) != description {
        return Some("its file has another description".to_owned());
    }
    let again = match lift(&file) {
        Ok(again) => again,
        Err(findings) => return Some(lines(&findings)),
    };
    match encode(&again, Encoding::Strict) {
        Ok(again) if again == bytes => {}
        Ok(again) => return Some(format!("lifted: {}", difference(&again, &bytes))),
        Err(findings) => return Some(lines(&findings)),
    }
    (options.inline_threshold == 0).then(|| reprinted(&bytes, options)).flatten()
}

/// Compiles a printed program again and returns the first failure. The optimiser may simplify its own output further,
/// such as loops whose body it emptied, so a later text is compared.
fn reprinted(bytes: &[u8], options: &Options) -> Option<String> {
    let mut first = printed(bytes, Style::Source);
    let rounds = if options.optimize { 4 } else { 1 };
    for round in 1..=rounds {
        let again = match bytes_of(&first, options) {
            Ok(again) => again,
            Err(findings) => return Some(format!("printed: {findings}\n{first}")),
        };
        let second = printed(&again, Style::Source);
        if round == rounds && first != second {
            let (a, b) = first.lines().zip(second.lines()).find(|(a, b)| a != b)?;
            let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
            let (a, b) = (a.get(at..).unwrap_or(a), b.get(at..).unwrap_or(b));
            return Some(format!("prints otherwise\n  {a}\n  {b}"));
        }
        first = second;
    }
    None
}

#[test]
fn random_programs_go_all_the_way_round() {
    let mut failures = Vec::new();
    for seed in 0..count() {
        let source = program(&mut Random::new(seed));
        let plain = options(&source);
        let ways = [
            plain.clone(),
            Options { optimize: false, ..plain.clone() },
            Options { inline_threshold: DEFAULT_THRESHOLD, ..plain },
        ];
        for options in &ways {
            if let Some(fault) = fault(&source, options) {
                failures.push(format!(
                    "seed {seed}, optimised {}, inlined {}: {fault}",
                    options.optimize, options.inline_threshold
                ));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} fail\n{}",
        failures.len(),
        failures.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}
