//! Tests every rule of the assembler of DXIL: `dxil/errors/ID.ll` has a part that fires the rule and a near miss,
//! `errors/ID.out` the golden report. `dxil/refused.txt` has wrong texts with their first mistakes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::Location;
use glassbox_core::language::SourceError;
use glassbox_dx_asm::dxil::assemble::{Options, assemble, rules};
use glassbox_testing::{golden, text_rules};

fn mistakes(text: &str) -> Vec<SourceError> {
    assemble(text, &Options::default()).err().map(Into::into).unwrap_or_default()
}

/// One mistake: place, what stands there, rule, message, cure.
fn shown(text: &str, error: &SourceError) -> String {
    let index = Location::in_text(text, error.span.clone()).line_column;
    let (line, column) = index.expect("it lies in a text");
    let meant = text.get(error.span.clone()).expect("the span lies in the text").replace('\n', "\\n");
    let rule = error.rule.expect("every mistake breaks a rule");
    let help = error.help.as_ref().expect("every mistake can be fixed");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{line}:{column} `{meant}` {}: {}\n  help: {help}\n", rule.id, error.message)
}

fn report(text: &str) -> String {
    mistakes(text).iter().map(|error| shown(text, error)).collect()
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dxil/errors");
    let mut failures = Vec::new();
    for rule in rules::RULES {
        // Found in containers, which a test of them has.
        if rule.id == rules::PART.id {
            continue;
        }
        let Ok(text) = fs::read_to_string(folder.join(format!("{}.ll", rule.id))) else {
            failures.push(format!("{} has no case", rule.id));
            continue;
        };
        let (fires, near) = text.split_once(";== near\n").expect("there are two parts");
        let fires = fires.strip_prefix(";== fires\n").expect("the first is called so");
        if mistakes(fires).iter().all(|error| error.rule.is_none_or(|found| found.id != rule.id)) {
            failures.push(format!("{} does not fire\n{}", rule.id, report(fires)));
        }
        if !mistakes(near).is_empty() {
            failures.push(format!("{} has mistakes where it nearly fires\n{}", rule.id, report(near)));
        }
        let path = folder.join(format!("{}.out", rule.id));
        failures.extend(golden::difference(path, report(fires)));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn wrong_texts_are_refused_with_a_place_and_a_cure() {
    let cases = include_str!("dxil/refused.txt").split("== ").skip(1);
    let mut out = String::new();
    for case in cases {
        let (title, text) = case.split_once('\n').expect("a text");
        let found = mistakes(text);
        let first = found.first().unwrap_or_else(|| panic!("{title} is accepted"));
        writeln!(out, "{title}: {}", shown(text, first).trim_end()).expect("memory");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dxil/refused.out");
    let difference = golden::difference(path, out);
    assert!(difference.is_none(), "{}", difference.unwrap_or_default());
}

#[test]
fn every_mistake_is_found_at_once() {
    let text = "\
define void @f(i32 %x) {
  %1 = ad i32 %x, 1
  %2 = add i32 %1, 1
  %3 = add i32 %x, 1.0
  %4 = load i32, i32* %p
  ret i32 1
}
@v = globl i32 0
declare void @g(flot)
";
    let found: Vec<String> = mistakes(text).iter().map(|error| shown(text, error)).collect();
    let lines: Vec<&str> = found.iter().map(|error| error.split(':').next().unwrap_or_default()).collect();
    assert_eq!(lines, ["2", "4", "5", "6", "8", "9"], "{found:#?}");
}

text_rules!("tests/dxil/errors", "ll", rules::RULES);
