//! Mistakes in the text form: each `text_errors/NAME.gbt` brings exactly what `NAME.err` says. `GLASSBOX_BLESS=1` rewrites
//! the expectations.

mod demo;

use std::fmt::Write as _;
use std::path::Path;

#[test]
fn mistakes_are_named_with_line_and_column() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text_errors");
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "gbt") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let errors =
            glassbox_core::text::assemble(&source, &demo::REGISTRY).expect_err("every case has a mistake");
        let mut found = String::new();
        for error in errors {
            let (line, column) = error.location.line_column.unwrap();
            let _ = writeln!(found, "{line}:{column}: {}: {}", error.rule.id, error.message);
            if let Some(help) = error.help {
                let _ = writeln!(found, "  help: {help}");
            }
        }
        let expected = path.with_extension("err");
        if std::env::var_os("GLASSBOX_BLESS").is_some() {
            std::fs::write(&expected, &found).unwrap();
        }
        if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            failures.push(format!("{}\n{found}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
