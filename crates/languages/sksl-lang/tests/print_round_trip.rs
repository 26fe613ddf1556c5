//! Programs printed, compiled and printed again: the text is the same, and so are the bytes if the optimiser changes
//! nothing.

use std::path::Path;

use crate::support;
use glassbox_sksl::print::Style;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Options, describe};
use glassbox_testing::sksl::manifest::{manifest, resources};
use support::{assert_none, bytes_of, compiled, kind_of, printed};

/// Programs with different bytes although the optimiser changes nothing, with the difference that text cannot express.
const OTHER_BYTES: &[(&str, &str)] = &[
    ("own/arrays.rts", "constructors that were folded leave their types among the symbols"),
    ("runtime__LargeProgram_ZeroIterFor.rts", "a loop without a pass became an empty statement"),
    ("runtime__LoopFloat.rts", "a loop without a pass became an empty statement"),
    ("runtime__LoopInt.rts", "a loop without a pass became an empty statement"),
    ("runtime__PrecisionQualifiers.rts", "a comparison converts a matrix to the GLSL name of its type"),
    ("shared__StaticSwitch.sksl", "a switch that is known became a block without braces"),
];

#[test]
fn printed_programs_print_the_same() {
    let count = print_again(None, "own");
    assert!(count.0 >= 25, "{count:?}");
}

#[test]
#[ignore = "needs GLASSBOX_CORPUS and GLASSBOX_SKSL_SOURCES: programs of Skia and their sources"]
fn needs_skia_sources_printed_programs_print_the_same() {
    let count = print_again(Some(&resources()), "v8/program");
    assert!(count.0 >= 201 && count.1 >= 103, "{count:?}");
}

/// Number of programs in a group that print the same, and number of those that the optimiser leaves unchanged.
fn print_again(resources: Option<&Path>, group: &str) -> (usize, usize) {
    let mut failures = Vec::new();
    let (mut count, mut unchanged, mut equal) = (0, 0, 0);
    for row in manifest() {
        if row.group() != group {
            continue;
        }
        let Some(kind) = row.name.strip_suffix(".bin").and_then(kind_of) else {
            continue;
        };
        let Some(text) = row.source(resources) else {
            continue;
        };
        let options = Options::new(kind);
        let Ok(bytes) = bytes_of(&text, &options) else {
            continue;
        };
        count += 1;
        let first = printed(&bytes, Style::Source);
        let again = match bytes_of(&first, &options) {
            Ok(again) => again,
            Err(findings) => {
                failures.push(format!("{}: does not compile again\n{findings}\n{first}", row.name));
                continue;
            }
        };
        let second = printed(&again, Style::Source);
        if first != second {
            let lines = first.lines().zip(second.lines());
            let differing = lines.filter(|(a, b)| a != b).take(3);
            let shown: Vec<String> = differing.map(|(a, b)| format!("  {a}\n  {b}")).collect();
            failures.push(format!("{}: prints otherwise\n{}", row.name, shown.join("\n")));
        }
        let plain = Options { optimize: false, ..options };
        equal += usize::from(again == bytes);
        if bytes_of(&text, &plain).as_ref() == Ok(&bytes) {
            unchanged += 1;
            let excepted = OTHER_BYTES.iter().any(|(name, _)| row.name.contains(name));
            if (again == bytes) == excepted {
                failures.push(format!("{}: {}", row.name, support::difference(&again, &bytes)));
            }
        }
    }
    println!(
        "{count} programs print the same; the optimiser leaves {unchanged} alone; {equal} have the same bytes"
    );
    assert_none(&failures, count);
    (count, unchanged)
}

/// Infinite and NaN values at every position of a literal.
const NOT_FINITE: &str = "
const half big = exp(100.0);
const float none = (float2(exp(100.0)) - float2(exp(100.0))).x;
half4 main(float2 p) {
    float a = -none;
    half b = half(none);
    float3 c = float3(none, -none, -exp(200.0));
    half2 d = half2(big, half(-none));
    p += none;
    p -= -none * p;
    p.x = -(-none);
    return half4(half(a) * b, half(c.y), d) + half4(half2(p), half(none + 1), big) * half(p.x - none);
}
";

#[test]
fn what_is_not_finite_is_spelt_in_every_mode() {
    for (es2, optimize) in [(false, true), (false, false), (true, true), (true, false)] {
        let options = Options { es2, optimize, ..Options::new(ProgramKind::SHADER) };
        let description = describe(&compiled(NOT_FINITE, &options).expect("it compiles"));
        for literal in [" nan.0", "-nan.0", "inf.0"] {
            assert!(description.contains(literal), "{literal} in {description}");
        }
        let bytes = bytes_of(NOT_FINITE, &options).expect("it compiles");
        let text = printed(&bytes, Style::Source);
        let again = bytes_of(&text, &options).unwrap_or_else(|findings| panic!("{findings}\n{text}"));
        assert_eq!(printed(&again, Style::Source), text);
        // The optimiser removes constants that it has substituted.
        assert!(optimize || again == bytes, "the same program\n{text}");
    }
}
