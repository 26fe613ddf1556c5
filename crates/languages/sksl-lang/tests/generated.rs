//! Random programs: every one compiles, its file is checked without a finding, becomes the same program again, and prints as
//! text that compiles to a program that prints the same. `GLASSBOX_PROGRAMS` says how many.

mod support;

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

/// What is wrong with a program compiled in one way.
fn fault(source: &Source, options: &Options) -> Option<String> {
    let program = match compiled(&source.text, options) {
        Ok(program) => program,
        // What the inliner makes constant may divide by zero or leave the range of its type, as in Skia's compiler.
        Err(findings)
            if options.inline_threshold > 0
                && [" SKSL-E29", " SKSL-E204"]
                    .iter()
                    .any(|rule| findings.contains(rule)) =>
        {
            return None;
        }
        // A choice among literals has no type that a constant beside it could take, in Skia's compiler either.
        Err(findings) if findings.contains("beside an expression of literals") => return None,
        Err(findings) => return Some(findings),
    };
    let description = describe(&program);
    let bytes = match encode(&program, Encoding::Strict) {
        Ok(bytes) => bytes,
        // Calls of children fit into no file.
        Err(findings) if findings.iter().all(|finding| finding.rule.id == "SKSL-E502") => return None,
        Err(findings) => return Some(lines(&findings)),
    };
    let file = match open(Window::whole(&bytes), &Limits::default()) {
        Ok(file) => file,
        Err(finding) => return Some(finding.message),
    };
    let mut found = check(&file, &Limits::default()).into_sorted();
    // A program that the language allows may name its functions as builtin ones are named.
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
    (options.inline_threshold == 0)
        .then(|| reprinted(&bytes, options))
        .flatten()
}

/// What is wrong with a printed program that is compiled again. The optimiser finds something to do in what it has made,
/// such as loops whose body it has emptied, so of what it made a later text counts.
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
            Options {
                optimize: false,
                ..plain.clone()
            },
            Options {
                inline_threshold: DEFAULT_THRESHOLD,
                ..plain
            },
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
