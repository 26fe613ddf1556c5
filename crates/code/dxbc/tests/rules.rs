//! A case for every rule of the assembler: `errors/ID.asm` has a part where the rule fires and one where it nearly does, and
//! `errors/ID.out` what is reported where it fires. With `GLASSBOX_BLESS=1` these are written anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::Location;
use glassbox_dxbc::assemble::{AssembleError, assemble, rules};

fn mistakes(text: &str) -> Vec<AssembleError> {
    assemble(text).err().unwrap_or_default()
}

/// What is reported, a line with the place and what stands there for each.
fn report(text: &str) -> String {
    let mut out = String::new();
    for error in mistakes(text) {
        let place = Location::in_text(text, error.span.clone()).line_column;
        let (line, column) = place.expect("it lies in a text");
        let meant = text.get(error.span.clone()).expect("the span lies in the text");
        let _ = writeln!(
            out,
            "{line}:{column} `{meant}` {}: {}",
            error.rule.id, error.message
        );
        let help = error.help.expect("every mistake can be mended");
        let _ = writeln!(
            out,
            "  help: {}",
            help.split_whitespace().collect::<Vec<_>>().join(" ")
        );
    }
    out
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut failures = Vec::new();
    for rule in rules::RULES {
        let Ok(text) = fs::read_to_string(folder.join(format!("{}.asm", rule.id))) else {
            failures.push(format!("{} has no case", rule.id));
            continue;
        };
        let (fires, near) = text.split_once("//== near\n").expect("there are two parts");
        let fires = fires
            .strip_prefix("//== fires\n")
            .expect("the first is called so");
        if mistakes(fires).iter().all(|error| error.rule.id != rule.id) {
            failures.push(format!("{} does not fire\n{}", rule.id, report(fires)));
        }
        if !mistakes(near).is_empty() {
            failures.push(format!(
                "{} has mistakes where it nearly fires\n{}",
                rule.id,
                report(near)
            ));
        }
        let found = report(fires);
        let path = folder.join(format!("{}.out", rule.id));
        if std::env::var_os("GLASSBOX_BLESS").is_some() {
            fs::write(path, found).expect("the report can be kept");
        } else if fs::read_to_string(path).unwrap_or_default() != found {
            failures.push(format!("{}: the report is another\n{found}", rule.id));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_line_has_its_own_mistakes() {
    let text = "ps_5_0\nmvo r0.x, r1.x\nadd r0.x\nret\nif r0.x\n";
    let found: Vec<&str> = mistakes(text).iter().map(|error| error.rule.id).collect();
    assert_eq!(found, ["DXBC-ASM-02", "DXBC-ASM-04", "DXBC-ASM-03"]);
}

#[test]
fn an_empty_text_is_no_program() {
    for text in ["", "// nothing\n", "\n\n"] {
        let found: Vec<&str> = mistakes(text).iter().map(|error| error.rule.id).collect();
        assert_eq!(found, ["DXBC-ASM-01"], "{text:?}");
    }
}
