//! Texts that the dialects judge differently: `tests/dialects.sksl` has the verdict of each.
//!
//! A part begins with `//==`, the verdict of version 8 and that of today: `accepted`, or the rule of the first error; then `kind=NAME`, the ending
//! that stands for the kind of program, if it is no shader.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::Severity;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Dialect, Options, compile};

use crate::support::kind_of;

/// The verdict of a dialect. The parts of version 8 are those of effects, which Skia restricts to OpenGL ES 2.
fn verdict(text: &str, kind: ProgramKind, dialect: Dialect) -> String {
    let options = Options { dialect, ..Options::current(kind) };
    let compilation = compile(text, &options);
    let first = compilation.findings.iter().find(|finding| finding.severity == Severity::Error);
    assert_eq!(compilation.program.is_none(), first.is_some(), "{text}");
    first.map_or("accepted".to_owned(), |finding| finding.rule.id.to_owned())
}

#[test]
fn dialects_differ_as_stated() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialects.sksl");
    let text = fs::read_to_string(path).expect("the parts");
    let mut failures = Vec::new();
    let mut differing = BTreeSet::new();
    for part in text.split("//== ").skip(1) {
        let (title, text) = part.split_once('\n').expect("the title is a line");
        let words: Vec<&str> = title.split_whitespace().collect();
        let [then, now, rest @ ..] = words.as_slice() else { panic!("a title without verdicts: {title}") };
        let kind = rest.iter().find_map(|word| kind_of(&format!("a.{}", word.strip_prefix("kind=")?)));
        let kind = kind.unwrap_or(ProgramKind::SHADER);
        let found = [Dialect::V8, Dialect::Current].map(|dialect| verdict(text, kind, dialect));
        if found != [then.to_owned(), now.to_owned()] {
            failures.push(format!("{title}: found {}\n{text}", found.join(" ")));
        }
        if then != now {
            differing.insert(text);
        }
    }
    assert!(failures.is_empty(), "{} fail\n{}", failures.len(), failures.join("\n"));
    assert!(differing.len() > 30, "only {} parts tell the dialects apart", differing.len());
}
