//! Compares every style and view of a few programs with expected output: `tests/golden/NAME.pica` is
//! assembled and shown as in `NAME.out`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use glassbox_pica_asm::disassemble::{Style, disassemble};
use glassbox_pica_asm::{Input, Options, assemble, view};
use glassbox_shbin::model::{Object, Shbin, Symbols, Tables};
use glassbox_shbin::raw::SourceLine;
use glassbox_testing::golden;

/// All views of a model.
fn shown(model: &Shbin<'_>) -> String {
    let mut out = String::new();
    for (name, style) in [("source", Style::Source), ("picasso", Style::Picasso), ("exact", Style::Exact)] {
        let source = disassemble(model, style);
        let _ = writeln!(out, "===== {name}\n{}", source.text());
        for problem in &source.problems {
            let _ = writeln!(out, "lacks: {}", problem.message);
        }
    }
    for (name, text) in
        [("listing", view::listing(model)), ("dot", view::graph(model)), ("cost", view::cost(model))]
    {
        let _ = writeln!(out, "===== {name}\n{text}");
    }
    out
}

fn path(name: &str, extension: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    folder.join(format!("{name}.{extension}"))
}

fn compare(name: &str, found: &str) {
    golden(path(name, "out"), found);
}

fn check(name: &str) {
    let text = fs::read_to_string(path(name, "pica")).expect("the source can be read");
    let input = Input { name, text: &text };
    let assembly = assemble(&[input], &Options::default());
    let binary = assembly.binary.unwrap_or_else(|| panic!("{name}: {:?}", assembly.findings));
    compare(name, &shown(&Shbin::Binary(binary)));
}

#[test]
fn control_flow_and_names() {
    check("flow");
}

#[test]
fn two_executables() {
    check("pair");
}

#[test]
fn what_the_language_has_no_words_for() {
    check("odd");
}

#[test]
fn an_object_with_source_lines() {
    let mut symbols = Symbols::default();
    let file = symbols.add("a.vsh");
    let object = Object {
        code: [0x8400_0000, 0x8400_0000, 0x8800_0000].into_iter().collect(),
        lines: [3, 4, 4].into_iter().map(|line| SourceLine { file, line }).collect(),
        tables: Tables { symbols, ..Tables::default() },
        ..Object::default()
    };
    compare("object", &view::listing(&Shbin::Object(object)));
}
