//! Assembles programs from sources: languages whose assembler produces a whole file, not just the code in one.
//!
//! [`crate::language()`] covers the exact languages, which spell the code inside a container. The languages here also
//! have declarations, accept several sources at once, and their assembler allocates registers and writes the container.

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};
use glassbox_core::format::WriteError;
use glassbox_pica_asm as pica;
use glassbox_pica_link::{ObjectParts, object_from_assembly};
use glassbox_shbin::model::Shbin;
use glassbox_shbin::write::{Layout, write};

/// A source text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name of the file, as messages show it.
    pub name: &'a str,
    /// Source text.
    pub text: &'a str,
}

/// A language of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// PICA200 shaders as picasso reads them.
    Picasso,
    /// PICA200 shaders as nihstro reads them, one source a program.
    Nihstro,
}

impl Language {
    /// All languages.
    pub const ALL: &'static [Language] = &[Language::Picasso, Language::Nihstro];

    /// Maximum number of sources in a program.
    pub const fn max_sources(self) -> usize {
        match self {
            Language::Picasso => usize::MAX,
            Language::Nihstro => 1,
        }
    }

    /// Name of the language, for options.
    pub const fn name(self) -> &'static str {
        match self {
            Language::Picasso => "picasso",
            Language::Nihstro => "nihstro",
        }
    }

    /// Endings of the names of sources.
    pub const fn suffixes(self) -> &'static [&'static str] {
        &SUFFIXES
    }

    /// Name of the language in full.
    pub const fn title(self) -> &'static str {
        match self {
            Language::Picasso => "PICA200 assembly",
            Language::Nihstro => "PICA200 assembly (nihstro)",
        }
    }

    /// The language of a name.
    pub fn named(name: &str) -> Option<Language> {
        Language::ALL.iter().copied().find(|language| language.name() == name)
    }

    /// The language of a source, by its directives or else by the name of its file.
    pub fn of_source(source: &Source<'_>) -> Option<Language> {
        // A profile in the first line is stronger than words that both have.
        if glassbox_dxbc::assemble::is_source(source.text) {
            return None;
        }
        if pica::nihstro::is_source(source.text) {
            return Some(Language::Nihstro);
        }
        let is_named = || SUFFIXES.iter().any(|suffix| source.name.ends_with(suffix));
        (pica::is_source(source.text) || is_named()).then_some(Language::Picasso)
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// File name suffixes of program sources.
const SUFFIXES: [&str; 4] = [".pica", ".vsh", ".gsh", ".asm"];

/// Assembler options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// True to add NOPs where the hardware needs one at the end of a block.
    pub auto_nop: bool,
    /// True to produce an object for linking rather than a program.
    pub object: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { auto_nop: true, object: false }
    }
}

/// Result of assembling sources.
#[derive(Clone, Debug)]
pub struct Built {
    /// The file; `None` after an error.
    pub bytes: Option<Vec<u8>>,
    /// A C header with the registers of the uniforms.
    pub header: String,
    /// Findings, source by source.
    pub findings: Vec<Diagnostic>,
    /// Number of findings beyond the limit, not kept.
    pub dropped: usize,
}

/// Assembles sources to one file.
pub fn build(language: Language, sources: &[Source<'_>], options: &Options) -> Built {
    let choices =
        pica::Options { auto_nop: options.auto_nop, object: options.object, ..pica::Options::default() };
    let assembly = match (language, sources) {
        (Language::Nihstro, [source]) => pica::nihstro::assemble(input(source), &choices),
        _ => assemble(sources, &choices),
    };
    let written = if options.object { object(&assembly) } else { assembly.write() };
    let header = assembly.header().to_owned();
    let mut findings = assembly.findings;
    let text = sources.first().map_or("", |source| source.text);
    let bytes = written.and_then(|written| file(written, text, &mut findings));
    Built { bytes, header, findings, dropped: assembly.dropped }
}

/// Writes the file of a program without mistakes. Content that no file can hold is a mistake too; only extension
/// directives can cause it.
pub(crate) fn file(
    written: Result<Vec<u8>, WriteError>,
    text: &str,
    findings: &mut Vec<Diagnostic>,
) -> Option<Vec<u8>> {
    let reason = match written {
        Ok(bytes) => return Some(bytes),
        Err(reason) => reason,
    };
    let at = text.find(".program").map_or(0..0, |at| at..at + ".program".len());
    let message = format!("no file can hold this program: {reason}");
    let help =
        "state with `.program` and the other extension directives only what `glassbox disasm --exact` writes";
    findings.report(&pica::rules::EXACT, Location::in_text(text, at), message).help(help);
    None
}

/// Result of assembling like picasso.
#[derive(Clone, Debug)]
pub struct PicassoOutcome {
    /// The file; `None` after an error.
    pub bytes: Option<Vec<u8>>,
    /// The C header.
    pub header: String,
    /// The lines on standard error.
    pub messages: Vec<String>,
}

/// Assembles sources as picasso does it: its judgement, its first error, its messages.
pub fn assemble_like_picasso(sources: &[Source<'_>], auto_nop: bool) -> PicassoOutcome {
    let assembly =
        assemble(sources, &pica::Options { mode: pica::Mode::Picasso, auto_nop, ..pica::Options::default() });
    let written = assembly.write();
    let header = assembly.header().to_owned();
    let mut messages = assembly.messages;
    if let Some(Err(reason)) = &written {
        messages.push(format!("error: no file can hold this program: {reason}"));
    }
    PicassoOutcome { bytes: written.and_then(Result::ok), header, messages }
}

fn assemble(sources: &[Source<'_>], options: &pica::Options) -> pica::Assembly {
    let inputs: Vec<pica::Input<'_>> = sources.iter().map(input).collect();
    pica::assemble(&inputs, options)
}

fn input<'a>(source: &Source<'a>) -> pica::Input<'a> {
    pica::Input { name: source.name, text: source.text }
}

/// The object of an assembly of one source.
fn object(assembly: &pica::Assembly) -> Option<Result<Vec<u8>, WriteError>> {
    let binary = assembly.binary.as_ref()?;
    let code: Vec<u32> = binary.program.code.iter().collect();
    let descriptors: Vec<u32> =
        binary.program.descriptors.iter().map(|descriptor| descriptor.operands.0).collect();
    let lines: Vec<(&str, u32)> = assembly
        .words
        .iter()
        .map(|word| {
            let file = assembly.files.get(word.file as usize).map_or("", String::as_str);
            (file, u32::try_from(word.line).unwrap_or(0))
        })
        .collect();
    let procedures: Vec<(&str, u32, u32)> = assembly
        .procedures
        .iter()
        .map(|procedure| (procedure.name.as_str(), procedure.start, procedure.size))
        .collect();
    let calls: Vec<(u32, &str)> = assembly
        .calls
        .iter()
        .filter(|call| !call.is_resolved)
        .map(|call| (call.word, call.name.as_str()))
        .collect();
    let executable = binary.executables.first();
    let parts = ObjectParts {
        code: &code,
        descriptors: &descriptors,
        lines: &lines,
        procedures: &procedures,
        calls: &calls,
        entry: assembly.entries.first().and_then(|entry| Some(entry.as_ref()?.procedure.as_str())),
        ..ObjectParts::default()
    };
    let parts = match executable {
        Some(executable) => ObjectParts {
            version: executable.version,
            stage: executable.stage,
            merge: executable.merge,
            input_mask: executable.input_mask,
            output_mask: executable.output_mask,
            geometry: executable.geometry,
            tables: executable.tables.clone(),
            ..parts
        },
        None => parts,
    };
    let object: Shbin<'static> = object_from_assembly(parts);
    Some(write(&object, &Layout::canonical()))
}
