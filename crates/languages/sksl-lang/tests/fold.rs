//! Constant folding: `tests/fold/*.table`.
//!
//! A line `= TYPE` states the result type of the following expressions; `EXPRESSION => EXPECTED` is a case and `//`
//! begins a comment. Each expression is compiled in a function of its own after the declarations of `preamble.sksl`.
//! The expected text is the description of the returned value. Expectations were derived by hand.

use std::fs;
use std::path::Path;

use crate::support;
use glassbox_testing::case::files;
use support::returned_value;

/// Compiles an expression and describes the result.
fn folded(preamble: &str, ty: &str, expression: &str) -> String {
    // A writable variable in place of the uniform.
    let preamble = if expression.contains(" += ") {
        preamble.replace("uniform float x;", "float x;")
    } else {
        preamble.to_owned()
    };
    let text = format!(
        "{preamble}{ty} test() {{ return {expression}; }}\nhalf4 main(float2 p) {{ test(); return half4(0); }}\n"
    );
    returned_value(&text, "test()", true)
}

#[test]
fn expressions_fold_to_what_was_worked_out_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fold");
    let preamble = fs::read_to_string(folder.join("preamble.sksl")).expect("the preamble is there");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files(&folder, "table") {
        let table = fs::read_to_string(&path).expect("the table is there");
        let mut ty = "";
        for line in table.lines() {
            if let Some(next) = line.strip_prefix("= ") {
                ty = next;
            } else if let Some((expression, expected)) = line.split_once(" => ") {
                let found = folded(&preamble, ty, expression);
                if found != expected {
                    failures.push(format!("{expression}\n  expected {expected}\n  found    {found}"));
                }
                count += 1;
            } else {
                assert!(line.is_empty() || line.starts_with("//"), "{}: {line}", path.display());
            }
        }
    }
    assert!(count > 300, "{count} cases");
    assert!(failures.is_empty(), "{} of {count}\n{}", failures.len(), failures.join("\n"));
}
