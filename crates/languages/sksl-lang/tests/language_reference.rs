//! The examples in `docs/sksl/language.md` compile with the results that the page states.
//!
//! A block ```` ```sksl rts ```` is a program of the kind with that suffix; `es2` is a runtime shader restricted to
//! OpenGL ES 2, and `body` is a list of statements for such a shader, after the declarations in `BEFORE`. A comment
//! `SKSL-Ennn` marks an error on its line; there are no other errors.

use std::collections::{BTreeMap, BTreeSet};

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_sksl::builtin::{CAPABILITIES, Module};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Options, compile};
use glassbox_testing::page::{self, Block};
use support::kind_of;

const BEFORE: &str = "\
uniform shader image; uniform float k; uniform half4 tint; const float PI = 3.14159; struct S { float a; float2 b; };
half4 main(float2 p) {
";

fn kind(tag: &str) -> ProgramKind {
    let ending = if matches!(tag, "es2" | "body") { "rts" } else { tag };
    kind_of(&format!("x.{ending}")).unwrap_or_else(|| panic!("no kind is called {tag}"))
}

/// Rule ids by line of the block.
type ByLine = BTreeMap<usize, BTreeSet<String>>;

fn check(block: &Block) -> Result<(), String> {
    let tag = block.tags.get(1).map_or("", String::as_str);
    let (text, offset) = match tag {
        "body" => (format!("{BEFORE}{}return half4(0); }}\n", block.text), 2),
        _ => (block.text.clone(), 0),
    };
    let mut options = Options::new(kind(tag));
    options.es2 = tag == "es2";
    let compilation = compile(&text, &options);
    let expected: ByLine = page::rules_in_comments(&block.text, "//", "SKSL-")
        .into_iter()
        .map(|(line, ids)| (line, ids.into_iter().collect()))
        .collect();
    let mut found = ByLine::new();
    let mut messages = Vec::new();
    for finding in &compilation.findings {
        if finding.severity == Severity::Error {
            let line = finding.location.line_column.map_or(0, |(line, _)| line as usize);
            let ids = found.entry(line.saturating_sub(offset)).or_default();
            ids.insert(finding.rule.id.to_owned());
            messages.push(finding.message.as_str());
        }
    }
    if found != expected {
        return Err(format!("found {found:?}, the page says {expected:?}: {messages:?}"));
    }
    if found.is_empty() != compilation.program.is_some() {
        return Err(format!("a program: {}", compilation.program.is_some()));
    }
    Ok(())
}

#[test]
fn every_example_does_what_the_page_says() {
    page::assert_examples(&["sksl/language.md"], "sksl", 30, check);
}

/// Every function, variable and capability is on the page.
#[test]
fn every_word_of_the_language_is_described() {
    let page = page::read("sksl/language.md");
    let words = Module::ALL
        .into_iter()
        .flat_map(|module| {
            let functions = module.functions().iter().map(|function| function.name);
            functions.chain(module.variables().iter().map(|variable| variable.name))
        })
        .chain(CAPABILITIES.iter().copied());
    // Names with `$` are for builtin code.
    let words = words.filter(|word| !word.starts_with('$'));
    let code: BTreeSet<&str> = page
        .split('`')
        .flat_map(|code| code.split(|character: char| !character.is_ascii_alphanumeric() && character != '_'))
        .collect();
    let missing: Vec<&str> = words.filter(|word| !code.contains(word)).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
}
