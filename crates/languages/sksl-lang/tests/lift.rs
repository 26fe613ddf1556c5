//! Lifting files: encoding the lifted program gives the bytes of the file.

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::check::check;
use glassbox_sksl::print::Style;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_lang::{Encoding, Options, describe, encode, lift};
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::sksl::manifest::manifest;
use support::{assert_none, bytes_of, difference, lifted, printed};

#[test]
fn files_of_the_corpus_come_back() {
    let mut failures = Vec::new();
    let (mut programs, mut modules) = (0, 0);
    for row in manifest() {
        if !row.is_canonical {
            continue;
        }
        let bytes = row.bytes();
        let program = match lifted(&bytes) {
            Ok(program) => program,
            Err(message) => {
                failures.push(format!("{}: {message}", row.name));
                continue;
            }
        };
        let file = open(Window::whole(&bytes), &Limits::default()).expect("it was read before");
        let is_module = file.model.is_module();
        let again = if is_module {
            // One of them has an array of 200 elements.
            encode(&program, Encoding::Extended)
        } else {
            encode(&program, Encoding::Strict)
        };
        match again {
            Ok(again) if again == bytes => {}
            Ok(again) => failures.push(format!("{}: {}", row.name, difference(&again, &bytes))),
            Err(findings) => failures.push(format!("{}: {}", row.name, support::lines(&findings))),
        }
        if is_module {
            modules += 1;
        } else {
            programs += 1;
            if describe(&program) != printed(&bytes, Style::Description) {
                failures.push(format!("{}: has another description", row.name));
            }
        }
    }
    println!("{programs} programs and {modules} modules come back");
    assert_none(&failures, programs + modules);
    assert!(programs >= 26, "{programs}");
    if corpus::outside().is_some() {
        assert!(programs >= 306, "{programs}");
        assert_eq!(modules, 8);
    }
}

/// Damaged files cause findings or are lifted, without panics. A file is lifted if and only if the checker accepts it.
#[test]
fn damaged_files_are_refused_or_become_programs() {
    let mut random = Random::new(11);
    let (mut good, mut bad) = (0, 0);
    for row in manifest() {
        if !row.is_canonical || (row.group() != "own" && random.below(3) > 0) {
            continue;
        }
        let original = row.bytes();
        for _ in 0..20 {
            let bytes = mutate(&original, &mut random);
            let Ok(file) = open(Window::whole(&bytes), &Limits::default()) else {
                continue;
            };
            match lift(&file) {
                Ok(program) => {
                    good += 1;
                    let found = check(&file, &Limits::default()).into_sorted();
                    let mut errors = found.iter().filter(|finding| {
                        finding.severity == Severity::Error && finding.rule.id != "SKSL-HDR-02"
                    });
                    assert!(errors.next().is_none(), "{}: {found:?}", row.name);
                    let _ = encode(&program, Encoding::Extended);
                    describe(&program);
                }
                Err(findings) => {
                    bad += 1;
                    assert!(!findings.is_empty());
                    for finding in findings {
                        assert!(finding.location.end <= bytes.len() as u64, "{finding:?}");
                    }
                }
            }
        }
    }
    println!("{good} damaged files are programs, {bad} are not");
}

/// Each reference is replaced by one to every other symbol: the file is lifted if and only if the checker accepts it.
#[test]
fn references_to_other_symbols_are_judged_as_by_the_checker() {
    const REFERENCE: u8 = 57;
    let source = "float f(float x) { return x; }\nhalf4 main(float2 p) {\n    float a = p.x;\n    int b = int(p.y);\n    \
                  half c = half(a);\n    half2 d = half2(c, c);\n    \
                  return half4(half(f(a)), half(f(1)), half(b), half(p.x)) * half4(c, c, d);\n}\n";
    let options = Options { optimize: false, ..Options::new(ProgramKind::SHADER) };
    let original = bytes_of(source, &options).expect("the program has a file");
    let (mut good, mut bad) = (0, 0);
    for at in (0..original.len() - 2).filter(|&at| original[at] == REFERENCE) {
        for symbol in 1..16 {
            let mut bytes = original.clone();
            bytes[at + 1..at + 3].copy_from_slice(&[symbol, 0]);
            let Ok(file) = open(Window::whole(&bytes), &Limits::default()) else {
                continue;
            };
            let found = check(&file, &Limits::default()).into_sorted();
            let is_good = found.iter().all(|finding| finding.severity != Severity::Error);
            assert_eq!(lift(&file).is_ok(), is_good, "byte {at}, symbol {symbol}: {found:?}");
            *(if is_good { &mut good } else { &mut bad }) += 1;
        }
    }
    assert!(good > 5 && bad > 5, "{good} good, {bad} bad");
}

/// Modules of other versions that name declarations of later modules.
const LATER_NAMES: [&str; 3] =
    ["v10/sksl_graphite_frag.bin", "v14/sksl_compute.bin", "v14/sksl_graphite_frag.bin"];

/// Files of other versions are lifted if version 8 has everything that they name.
#[test]
#[ignore = "needs GLASSBOX_CORPUS: modules of Skia"]
fn needs_corpus_other_versions() {
    corpus::needed();
    let mut failures = Vec::new();
    let mut count = 0;
    for path in corpus::files("sksl/other", &[".bin"]) {
        let bytes = std::fs::read(&path).expect("the corpus is readable");
        let Ok(file) = open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        count += 1;
        let has_later_names = LATER_NAMES.iter().any(|name| path.ends_with(name));
        match lift(&file) {
            Ok(_) if !has_later_names => {}
            Ok(_) => failures.push(format!("{} is a program", path.display())),
            Err(findings) => {
                let is_refused = findings.iter().all(|finding| finding.rule.id == "SKSL-E520");
                if !has_later_names || !is_refused {
                    failures.push(format!("{}: {}", path.display(), support::lines(&findings)));
                }
            }
        }
    }
    assert_none(&failures, count);
    assert_eq!(count, 78);
}

/// Maximum depth of the reader, on a stack of the default size.
#[test]
fn deep_files() {
    // half4 main(half4 c) { return EXPRESSION; } as a colour filter, with blocks around the return.
    let file = |blocks: usize, signs: usize| {
        let mut bytes = vec![8, 0, 0, 0];
        for name in ["c", "half4", "main"] {
            bytes.push(name.len() as u8);
            bytes.extend(name.bytes());
        }
        bytes[2] = (bytes.len() - 4) as u8;
        let half4 = [51, 255, 255, 4, 0];
        bytes.extend([43, 2, 52, 0, 2, 0, 55, 1, 0, 17, 2, 0]);
        bytes.extend(half4);
        bytes.extend([3, 28, 2, 0, 39, 16, 0, 4, 0, 0, 10, 0, 1, 1, 0]);
        bytes.extend(half4);
        bytes.extend([1, 0, 1, 0, 20, 29, 2, 0]);
        bytes.extend([2, 58, 1].repeat(blocks));
        bytes.push(44);
        bytes.extend([42, 50].repeat(signs));
        bytes.extend([57, 1, 0, 0]);
        bytes.extend([1].repeat(blocks));
        bytes.extend([21, 0]);
        bytes
    };
    for (blocks, signs) in [(1, 240), (120, 1), (60, 120)] {
        let bytes = file(blocks, signs);
        let program = lifted(&bytes).unwrap_or_else(|message| panic!("{blocks} {signs}: {message}"));
        assert_eq!(encode(&program, Encoding::Strict).ok(), Some(bytes));
        assert_eq!(describe(&program).matches(" - ").count(), signs);
    }
}

/// The bytes of a literal and of the call around it are inside of those of the statement that holds both, and a lift without
/// places has none.
#[test]
fn places_are_bytes_of_the_file() {
    use glassbox_sksl_lang::ir::expression::ExpressionKind;
    use glassbox_sksl_lang::ir::statement::StatementKind;
    use glassbox_sksl_lang::{compile, lift_placed};

    let source = "half4 main(float2 p) { float a = sin(p.x); return half4(half(a + 0.3125)); }";
    let program = compile(source, &Options::new(ProgramKind::SHADER)).program.expect("a program");
    let bytes = encode(&program, Encoding::Strict).expect("a file");
    let file = open(Window::whole(&bytes), &Limits::default()).expect("a file");
    let placed = lift_placed(&file).expect("a program");

    let literal = 0.3125f32.to_bits().to_le_bytes();
    let at = bytes.windows(4).position(|window| window == literal).expect("the number is in the file") as u32;
    let holds = |span: glassbox_core::span::Span| span.start <= at && at + 4 <= span.end;
    let expressions: Vec<_> = placed.expressions.iter().map(|(_, node)| node).collect();
    let numbers = expressions.iter().filter(|node| holds(node.span));
    assert!(numbers.clone().any(|node| matches!(node.kind, ExpressionKind::Literal(0.3125))));
    assert!(!numbers.clone().any(|node| matches!(node.kind, ExpressionKind::FunctionCall { .. })));
    let statements: Vec<_> = placed.statements.iter().map(|(_, node)| node).collect();
    let returns = statements.iter().find(|node| matches!(node.kind, StatementKind::Return(_)));
    assert!(returns.is_some_and(|node| holds(node.span)));
    let calls = expressions.iter().find(|node| matches!(node.kind, ExpressionKind::FunctionCall { .. }));
    assert!(calls.is_some_and(|node| node.span.start < node.span.end && !holds(node.span)));
    assert_eq!(encode(&placed, Encoding::Strict).expect("the same file"), bytes);

    let plain = lift(&file).expect("a program");
    assert!(plain.expressions.iter().all(|(_, node)| node.span == glassbox_core::span::Span::default()));
}
