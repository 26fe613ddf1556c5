//! Mistakes in the text form: each `text_errors/NAME.gbt` must give exactly the output in `NAME.err`.

use std::fmt::Write as _;
use std::path::Path;

use crate::fixture_registry;
use glassbox_testing::{case, golden};

#[test]
fn mistakes_are_named_with_line_and_column() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text_errors");
    let mut failures = Vec::new();
    for path in case::files(&folder, "gbt") {
        let source = std::fs::read_to_string(&path).unwrap();
        let errors = glassbox_core::text::assemble(&source, &fixture_registry::REGISTRY)
            .expect_err("every case has a mistake");
        let mut found = String::new();
        for error in errors {
            let (line, column) = error.location.line_column.unwrap();
            let _ = writeln!(found, "{line}:{column}: {}: {}", error.rule.id, error.message);
            if let Some(help) = error.help {
                let _ = writeln!(found, "  help: {help}");
            }
        }
        failures.extend(golden::difference(path.with_extension("err"), found));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_text_without_end_is_refused_before_it_costs_much() {
    let refused = |text: String| {
        glassbox_core::text::assemble(&text, &fixture_registry::REGISTRY).expect_err("the text has a mistake")
    };
    let sum = refused(format!("glassbox 1\na u32 = 1{}\n", " + 1".repeat(100_000)));
    assert_eq!(sum.len(), 1);
    assert!(sum[0].message.contains("more than 1024 operators"), "{}", sum[0].message);
    let product = refused(format!("glassbox 1\na u32 = {}\n", "(1 * 1) + ".repeat(2_000) + "1"));
    assert!(product[0].message.contains("more than 1024 operators"));
    let most = format!("glassbox 1\na u32 = 1{}\n", " + 1".repeat(1024));
    assert_eq!(glassbox_core::text::assemble(&most, &fixture_registry::REGISTRY).unwrap(), [1, 4, 0, 0]);

    // Each unknown label is compared with all labels to suggest one, but not for every one of many.
    let labels: String = (0..20_000).map(|at| format!("f{at} u32 = @g{at}\n")).collect();
    let found = refused(format!("glassbox 1\n{labels}"));
    assert_eq!(found.len(), 100);
    assert!(found[0].help.is_some() && found[99].help.is_none());
}
