//! Sources that would grow without limit by inlining: the result stays small and can be read back.

use crate::support;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Options, describe};
use support::{bytes_of, compiled, lifted};

/// Options with unlimited inlining.
fn inlining() -> Options {
    Options { inline_threshold: u32::MAX, ..Options::new(ProgramKind::SHADER) }
}

/// `count` functions that each call the previous one, in an expression of `depth` levels.
fn chain(count: usize, depth: usize) -> String {
    let mut source = "uniform float u;\nfloat f0(float x) { return x; }\n".to_owned();
    for number in 1..count {
        let open = "(u * ".repeat(depth);
        let close = ")".repeat(depth);
        let before = number - 1;
        source += &format!("float f{number}(float x) {{ return {open}f{before}(x){close}; }}\n");
    }
    source + &format!("half4 main(float2 p) {{ return half4(half(f{}(p.x))); }}\n", count - 1)
}

#[test]
fn chains_of_functions_nest_so_deep_and_no_deeper() {
    for (count, depth, all) in [(10, 10, true), (18, 8, true), (300, 12, false), (2000, 2, false)] {
        let source = chain(count, depth);
        let program = compiled(&source, &inlining()).expect("the source is right");
        let calls = describe(&program).contains("float f");
        assert_eq!(calls, !all, "{count} functions of {depth} levels");
        let bytes = bytes_of(&source, &inlining()).expect("the program has a file");
        let again = lifted(&bytes).expect("the file is readable");
        assert_eq!(describe(&again), describe(&program));
    }
}

#[test]
fn large_arguments_are_not_copied_without_end() {
    let fields: String = (0..200).map(|number| format!("float a{number};")).collect();
    let values = vec!["u"; 200].join(", ");
    let sum = |term: &str, count: usize| vec![term; count].join(" + ");
    let source = format!(
        "uniform float u;\nstruct S {{ {fields} }};\n\
         inline float f(S s) {{ return {}; }}\n\
         inline float g(S s) {{ return {}; }}\n\
         inline float h(S s) {{ return {}; }}\n\
         half4 main(float2 p) {{ return half4(half(h(S({values})))); }}\n",
        sum("s.a0", 40),
        sum("f(s)", 40),
        sum("g(s)", 20)
    );
    let program = compiled(&source, &inlining()).expect("the source is right");
    assert!(program.expressions.len() < 1 << 20);
}

/// Each function calls the previous one several times, so that the number of statements at least doubles at each step.
#[test]
fn statements_end_at_their_limit() {
    let mut source = "inline float f0(float x) { x += 1; return x; }\n".to_owned();
    for number in 1..30 {
        let before = number - 1;
        source += &format!("inline float f{number}(float x) {{ return f{before}(x) + f{before}(x + 1); }}\n");
    }
    source += "half4 main(float2 p) { return half4(half(f29(p.x))); }\n";
    let program = compiled(&source, &inlining()).expect("the source is right");
    assert!(program.statements.len() < 20_000, "{}", program.statements.len());
}
