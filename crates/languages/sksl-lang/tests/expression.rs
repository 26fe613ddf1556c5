//! Compiled expressions: `tests/expression/*.table`.
//!
//! A line `= TYPE` states the result type of the following expressions, with `unoptimized` after it to disable the
//! optimiser; `EXPRESSION => EXPECTED` is a case and `//` begins a comment. Each expression is compiled in a function of
//! its own after the declarations of `preamble.sksl`. The expected text is the returned value as described by Skia's
//! compiler of February 2022. An array is returned as one of its elements, because functions cannot return arrays.

use std::fs;
use std::path::Path;

use crate::support;
use glassbox_testing::case::files;
use support::returned_value;

const PARAMETERS: &str = "inout float y, inout float2 u, inout Light l, inout float a[3], int j, bool b";

const MAIN: &str = "half4 main(float2 p) {
    float y = 1; float2 u = p; Light l; float a[3];
    test(y, u, l, a, 1, true);
    return half4(0);
}";

/// Compiles an expression and describes the result.
fn compiled(preamble: &str, ty: &str, expression: &str, optimize: bool) -> String {
    let (ty, expression) =
        if ty.ends_with(']') { ("float", format!("({expression})[j]")) } else { (ty, expression.to_owned()) };
    let text = format!("{preamble}{ty} test({PARAMETERS}) {{ return {expression}; }}\n{MAIN}\n");
    returned_value(&text, "int j, bool b)", optimize)
}

#[test]
fn expressions_become_what_skia_makes_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expression");
    let preamble = fs::read_to_string(folder.join("preamble.sksl")).expect("the preamble is there");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files(&folder, "table") {
        let table = fs::read_to_string(&path).expect("the table is there");
        let (mut ty, mut optimize) = ("", true);
        for line in table.lines() {
            if let Some(title) = line.strip_prefix("= ") {
                let mut words = title.split_whitespace();
                ty = words.next().expect("a title names a type");
                optimize = words.next().is_none();
            } else if let Some((expression, expected)) = line.split_once(" => ") {
                count += 1;
                let found = compiled(&preamble, ty, expression, optimize);
                if found != expected {
                    failures.push(format!("{expression}: expected {expected}, found {found}"));
                }
            } else {
                assert!(line.starts_with("//"), "what is this: {line}");
            }
        }
    }
    assert!(count > 200, "only {count} cases were found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
