//! Hostile texts: unlimited nesting, many errors, truncation at any offset. Each is rejected in time proportional to
//! its length.

use std::fs;
use std::path::Path;

use glassbox_core::limits::MAX_DIAGNOSTICS;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Options, compile};

/// Number of repetitions.
const TIMES: usize = 20_000;

/// Prefixes, and the part that is repeated after each.
const REPEATED: &[(&str, &str)] = &[
    ("half4 main(float2 p) { return ", "("),
    ("half4 main(float2 p) { return ", "-"),
    ("half4 main(float2 p) { return p", "[p"),
    ("half4 main(float2 p) { return p", ".xy"),
    ("half4 main(float2 p) { return 1", " + 1"),
    ("half4 main(float2 p) { return 1", " ? 1 :"),
    ("half4 main(float2 p) { return ", "abs("),
    ("half4 main(float2 p) { ", "float["),
    ("half4 main(float2 p) ", "{"),
    ("half4 main(float2 p) { ", "if (p.x > 1) "),
    ("half4 main(float2 p) { ", "if (p.x > 1) {} else "),
    ("half4 main(float2 p) { ", "for ("),
    ("half4 main(float2 p) { ", "do "),
    ("half4 main(float2 p) { ", "switch (1) { case 1: "),
    ("half4 main(float2 p) { ", "x = ;\n"),
    ("half4 main(float2 p) { ", "float a = b\n"),
    ("half4 main(float2 p) { ", "} "),
    ("struct S { ", "float a; "),
    ("struct S { ", "struct "),
    ("layout(", "color, "),
    ("", "layout(binding = "),
    ("", "asm "),
    ("", "08 "),
    ("", "@ "),
    ("", "#version 300\n"),
    ("", "float a b c;\n"),
    ("", "float f("),
    ("/*", "*"),
    ("", "\u{e9}"),
];

#[test]
fn repetition_is_refused() {
    for kind in [ProgramKind::SHADER, ProgramKind::FRAGMENT] {
        for (start, part) in REPEATED {
            let text = format!("{start}{}", part.repeat(TIMES));
            let compilation = compile(&text, &Options::new(kind));
            // An open comment ends the text without an error.
            assert!(compilation.program.is_none() || *start == "/*", "{start}{part}… compiles");
            assert!(
                (1..=MAX_DIAGNOSTICS).contains(&compilation.findings.len()),
                "{start}{part}… has {} findings",
                compilation.findings.len()
            );
        }
    }
}

#[test]
fn cut_off_texts_do_no_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    for path in glassbox_testing::case::files(&folder, "sksl") {
        let text = fs::read_to_string(&path).expect("a case is text");
        for (end, _) in text.char_indices().step_by(7) {
            let cut = text.get(..end).unwrap_or_default();
            compile(cut, &Options::new(ProgramKind::SHADER));
        }
    }
}
