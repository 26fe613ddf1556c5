//! A SkSL source as an opened file: checked, reflected and printed from the typed program, which holds more than any
//! binary.

use glassbox_core::format::{Artifact, EditError, OpenedFile, Repair, Summary, WriteError, WriteLayout};
use std::io::{self, Write};

use super::sksl::binary_options;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_sksl::interface::of_model;
use glassbox_sksl::print::{Style, source as print_source};
use glassbox_sksl_lang::ir::program::Element;
use glassbox_sksl_lang::ir::symbol::{SymbolData, SymbolKind};
use glassbox_sksl_lang::{
    Compilation, Dialect, Encoding, Options, Program, compile, compile_module, describe, describe_modifiers,
    encode, model, symbols,
};

/// Findings that are kept.
const MAX_FINDINGS: usize = 1000;

/// An opened source.
pub(super) struct Source<'a> {
    text: &'a str,
    /// Kind of the program, and the evidence for it; empty if it was stated.
    kind: (String, &'static str),
    program: Option<Program>,
    findings: Vec<Diagnostic>,
    /// Options for the binary, if the program is not the one of a binary.
    binary: Option<Options>,
}

impl<'a> Source<'a> {
    /// Compiles a program.
    pub(super) fn program(text: &'a str, options: &Options, kind: &str, said_by: &'static str) -> Source<'a> {
        let binary = (options.dialect != Dialect::V8).then(|| binary_options(options, false));
        Source { binary, ..Source::of(text, compile(text, options), (kind.to_owned(), said_by)) }
    }

    /// Compiles a module on its bases, each with the name of its file. Mistakes of a base are those of the module.
    pub(super) fn module(text: &'a str, bases: &[(String, String)], said_by: &'static str) -> Source<'a> {
        let bases: Vec<&str> = bases.iter().map(|(_, text)| text.as_str()).collect();
        let compilation = compile_module(text, &bases)
            .unwrap_or_else(|wrong| Compilation { program: None, findings: wrong.findings });
        Source::of(text, compilation, ("module".to_owned(), said_by))
    }

    fn of(text: &'a str, compilation: Compilation, kind: (String, &'static str)) -> Source<'a> {
        Source { text, kind, program: compilation.program, findings: compilation.findings, binary: None }
    }

    /// Number of symbols of a kind that the source declares.
    fn count(&self, is_counted: impl Fn(&SymbolKind) -> bool) -> usize {
        let is_declared = |data: &SymbolData| data.span != glassbox_core::span::Span::default();
        let program = self.program.iter();
        program
            .flat_map(|program| program.symbols.iter())
            .filter(|(_, data)| is_declared(data) && is_counted(&data.kind))
            .count()
    }

    /// Describes whether a binary can represent the program, or the reason it cannot.
    fn binary(&self, program: &Program) -> String {
        let encoded = match &self.binary {
            None => encode(program, Encoding::Strict),
            Some(options) => {
                let Compilation { program, findings } = compile(self.text, options);
                let mistakes =
                    || findings.into_iter().filter(|one| one.severity == Severity::Error).collect();
                program.ok_or_else(mistakes).and_then(|program| encode(&program, Encoding::Strict))
            }
        };
        let refused = match encoded {
            Ok(bytes) => return format!("version 8 holds it, in {} bytes", bytes.len()),
            Err(refused) => refused,
        };
        let first = refused.first().map_or("", |finding| &finding.message);
        match refused.len() {
            0 | 1 => format!("version 8 cannot hold it: {first}"),
            count => format!("version 8 cannot hold it: {first}, and {} more", count - 1),
        }
    }
}

impl OpenedFile for Source<'_> {
    fn check(&self) -> Diagnostics {
        let mut findings = Diagnostics::new(MAX_FINDINGS);
        for finding in &self.findings {
            findings.push(finding.clone());
        }
        findings
    }

    fn summary(&self) -> Summary {
        let mut facts = Vec::new();
        let mut fact = |label: &str, value: String| facts.push((label.to_owned(), value));
        let (kind, said_by) = &self.kind;
        let by = match *said_by {
            "" => String::new(),
            "default" => ", because `main` does not determine it".to_owned(),
            said_by => format!(", by {said_by}"),
        };
        fact("program kind", format!("{kind}{by}"));
        fact("lines", self.text.lines().count().to_string());
        match &self.program {
            Some(program) => {
                let is_function = |kind: &SymbolKind| matches!(kind, SymbolKind::Function(_));
                let is_child = |kind: &SymbolKind| matches!(kind, SymbolKind::Variable(data) if data.ty.meaning.is_opaque());
                fact("functions", self.count(is_function).to_string());
                fact("children", self.count(is_child).to_string());
                fact("binary", self.binary(program));
            }
            None => {
                let errors = self.findings.iter();
                let count = errors.filter(|finding| finding.severity == Severity::Error).count();
                let plural = if count == 1 { "mistake" } else { "mistakes" };
                fact("program", format!("none: the source has {count} {plural}"));
            }
        }
        Summary { kind: "SkSL source".to_owned(), facts, ..Summary::default() }
    }

    fn interface(&self) -> Interface {
        let Some(program) = &self.program else {
            let note = "the source has errors, so there is nothing to reflect; `validate` shows them";
            return Interface { notes: vec![note.to_owned()], ..Interface::default() };
        };
        let Ok(model) = model(program) else {
            return Interface::default();
        };
        let mut interface = of_model(&model);
        let main =
            symbols(program).into_iter().find(|symbol| symbol.name == "main" && symbol.kind == "function");
        for entry in &mut interface.entry_points {
            entry.path = main.as_ref().map(|main| main.path.clone()).unwrap_or_default();
        }
        interface
    }

    fn symbols(&self) -> Vec<Symbol> {
        self.program.as_ref().map(symbols).unwrap_or_default()
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        Vec::new()
    }

    fn listings(&self) -> &'static [&'static str] {
        const NAMES: [&str; 2] = [Style::ALL[0].name(), Style::ALL[1].name()];
        match self.program {
            Some(_) => &NAMES,
            None => &[],
        }
    }

    fn listing(&self, style: &str, out: &mut dyn io::Write) -> io::Result<bool> {
        let (Some(program), Some(style)) = (&self.program, Style::from_name(style)) else {
            return Ok(false);
        };
        if style == Style::Description {
            out.write_all(describe(program).as_bytes())?;
            return Ok(true);
        }
        let Ok(model) = model(program) else {
            return Ok(false);
        };
        unheld(program, out)?;
        print_source(&model, out)?;
        Ok(true)
    }

    fn repairs(&self) -> Vec<Repair> {
        Vec::new()
    }

    fn repair(&self, _: &str) -> Result<Vec<u8>, EditError> {
        Err(EditError::new("a source is fixed in an editor"))
    }

    fn write(&self, _: WriteLayout) -> Result<Vec<u8>, WriteError> {
        Err(WriteError::new("`glassbox compile` writes the binary of a source"))
    }
}

/// Writes the elements a model cannot hold: extensions, and modifiers without a declaration.
fn unheld(program: &Program, out: &mut dyn Write) -> io::Result<()> {
    let mut any = false;
    for element in &program.elements {
        match element {
            Element::Extension { name, .. } => {
                writeln!(out, "#extension {} : enable", program.names.text(*name))?;
            }
            Element::Modifiers { modifiers, .. } => {
                writeln!(out, "{};", describe_modifiers(program, modifiers))?
            }
            _ => continue,
        }
        any = true;
    }
    if any { writeln!(out) } else { Ok(()) }
}
