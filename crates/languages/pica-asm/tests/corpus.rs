//! Compares every source of the corpus with the output of picasso 2.7.1: bytes, headers, first errors.

use std::collections::BTreeMap;
use std::path::Path;

use glassbox_core::diagnostic::Severity;
use glassbox_pica_asm::{Assembly, Input, Mode, Options, assemble};
use glassbox_testing::corpus;

/// A program of the corpus.
struct Program {
    name: String,
    auto_nop: bool,
    inputs: Vec<(String, String)>,
    outcome: Outcome,
}

enum Outcome {
    Bytes(Vec<u8>),
    Header(Vec<u8>, String),
    Error(String),
}

impl Program {
    fn assemble(&self, mode: Mode) -> Assembly {
        let inputs: Vec<Input<'_>> = self.inputs.iter().map(|(name, text)| Input { name, text }).collect();
        let options = Options { mode, auto_nop: self.auto_nop, ..Options::default() };
        assemble(&inputs, &options)
    }
}

fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Programs in the table of picasso's results.
fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for row in corpus::table("shbin/assembled.tsv") {
        let [name, arguments, said] = &row[..] else { panic!("{row:?}") };
        let path = corpus::file(&format!("shbin/{name}"));
        let place = path.parent().expect("it lies in a folder");
        let mut auto_nop = true;
        let mut inputs = Vec::new();
        for argument in arguments.split_whitespace() {
            match argument {
                "-n" => auto_nop = false,
                file => inputs.push((file.to_owned(), text(&place.join(file)))),
            }
        }
        // Names contain dots of their own.
        let made = |ending: &str| corpus::file(&format!("shbin/{name}.{ending}"));
        let outcome = match (said.as_str(), made("h")) {
            ("-", header) => {
                let bytes = std::fs::read(made("shbin")).expect("the output is there");
                if header.is_file() { Outcome::Header(bytes, text(&header)) } else { Outcome::Bytes(bytes) }
            }
            (said, _) => Outcome::Error(said.to_owned()),
        };
        programs.push(Program { name: name.clone(), auto_nop, inputs, outcome });
    }
    programs
}

/// Programs that picasso accepts but that break a rule, with that rule.
const OBJECTIONABLE: &[(&str, &str)] = &[
    ("own/quirk_regs.v", "PICA-ASM-07"),
    ("own/limit_513.v", "PICA-ASM-36"),
    ("errors/size513", "PICA-ASM-36"),
    ("errors/bigelse", "PICA-ASM-38"),
    ("errors/bigproc_call", "PICA-ASM-38"),
    ("errors/idx_minus", "PICA-ASM-11"),
    ("errors/overflow_offset_v", "PICA-ASM-43"),
    ("errors/setemit_flag", "PICA-ASM-45"),
    ("errors/src_output", "PICA-ASM-09"),
];

#[test]
fn picasso_mode_gives_picassos_bytes_headers_and_messages() {
    let programs = programs();
    let mut failures = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for program in &programs {
        let assembly = program.assemble(Mode::Picasso);
        // The table lost trailing white space in messages.
        let said = assembly.messages.join("|").trim_end().to_owned();
        match (&program.outcome, assembly.bytes()) {
            (Outcome::Bytes(expected), Some(bytes)) if *expected == bytes => {
                *counts.entry("bytes").or_default() += 1
            }
            (Outcome::Header(expected, header), Some(bytes))
                if *expected == bytes && header == assembly.header() =>
            {
                *counts.entry("bytes and header").or_default() += 1;
            }
            (Outcome::Error(expected), None) if *expected == said => {
                *counts.entry("message").or_default() += 1
            }
            (Outcome::Error(expected), found) => failures.push(format!(
                "{}\n    expected {expected}\n    found    {said} ({} bytes)",
                program.name,
                found.map_or(0, |bytes| bytes.len())
            )),
            (_, found) => failures.push(format!(
                "{}: other bytes or header ({:?} bytes) {said}",
                program.name,
                found.map(|bytes| bytes.len())
            )),
        }
    }
    eprintln!("{} programs: {counts:?}", programs.len());
    assert!(failures.is_empty(), "{} of {} fail\n{}", failures.len(), programs.len(), failures.join("\n"));
}

#[test]
fn the_own_mode_gives_the_same_bytes_and_rejects_the_same_lines() {
    let programs = programs();
    let mut failures = Vec::new();
    for program in &programs {
        let assembly = program.assemble(Mode::Glassbox);
        let errors: Vec<_> =
            assembly.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
        for finding in &assembly.findings {
            let place = &finding.location;
            assert!(place.line_column.is_some(), "{}: {finding:?}", program.name);
            let text = &program.inputs[place.input as usize].1;
            assert!(place.end as usize <= text.len(), "{}: {finding:?}", program.name);
        }
        let error_lines = || {
            let lines = errors.iter().map(|finding| {
                format!("\n    {} {:?} {}", finding.rule.id, finding.location.line_column, finding.message)
            });
            lines.collect::<String>()
        };
        let objected = OBJECTIONABLE.iter().find(|(name, _)| *name == program.name);
        match (&program.outcome, objected) {
            (Outcome::Bytes(_) | Outcome::Header(..), Some((_, rule))) => {
                if assembly.binary.is_some() || errors.iter().all(|finding| finding.rule.id != *rule) {
                    failures.push(format!("{}: expected {rule}{}", program.name, error_lines()));
                }
            }
            (Outcome::Bytes(expected) | Outcome::Header(expected, _), None) => {
                if assembly.bytes().as_ref() != Some(expected) {
                    failures.push(format!("{}: other bytes{}", program.name, error_lines()));
                }
            }
            (Outcome::Error(expected), _) => {
                // A message gives file and line; those at the end of a program give the line after it, and
                // the word after the hardware's last one is one earlier than in picasso.
                let mut parts = expected.splitn(3, ':');
                let file = parts.next().unwrap_or_default();
                let line: u32 = parts.next().and_then(|line| line.parse().ok()).unwrap_or_default();
                let same = errors.iter().any(|finding| {
                    let input = &program.inputs[finding.location.input as usize];
                    input.0 == file && finding.location.line_column.is_some_and(|place| place.0 == line)
                });
                let at_end =
                    ["is undefined", "unclosed block", "no DVLEs", "outside vertex shader code memory"]
                        .iter()
                        .any(|text| expected.contains(text));
                if assembly.binary.is_some() || !(same || at_end) {
                    failures.push(format!("{}: expected {expected}{}", program.name, error_lines()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {} fail\n{}", failures.len(), programs.len(), failures.join("\n"));
}
