//! Assembles sources into the model of a file.
//!
//! | file | holds |
//! | --- | --- |
//! | `line.rs` | source lines: labels, markers, statements |
//! | `arguments.rs`, `argument_parser.rs`, `number.rs`, `operand.rs`, `condition.rs` | parsing of statements |
//! | `mnemonic.rs`, `instruction.rs`, `slot.rs` | instructions |
//! | `directive.rs`, `directive/` | the table of directives, and their implementation |
//! | `exact.rs`, `exact/` | extension directives that describe a file verbatim |
//! | `allocate.rs`, `sort.rs` | register allocation, order of uniforms; descriptors are shared by `glassbox_pica::sharing` |
//! | `finish.rs`, `header.rs` | the file and the C header |
//! | `advice.rs` | replacement statements for help |
//! | `check.rs`, `check/` | checks of the assembled program |
//! | `state.rs`, `fault.rs` | state of a run; faults |

mod advice;
pub(crate) mod allocate;
mod argument_parser;
mod arguments;
mod check;
mod condition;
pub(crate) mod directive;
mod exact;
pub(crate) mod fault;
mod finish;
mod header;
mod instruction;
mod line;
pub(crate) mod mnemonic;
pub(crate) mod number;
mod operand;
mod slot;
mod sort;
pub(crate) mod state;

use glassbox_core::format::WriteError;
use std::ops::ControlFlow;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_shbin::model::{Binary, Shbin};
use glassbox_shbin::write::{Layout, write};

use crate::{Input, Mode};
use state::Assembler;

/// Assembler options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Compatibility mode.
    pub mode: Mode,
    /// True to add the NOPs that blocks need at their ends.
    pub auto_nop: bool,
    /// True to build a linkable object, which may lack procedures, including the entry procedure.
    pub object: bool,
    /// True to check the finished program: hardware hazards, registers never written, unreachable code.
    /// [`Mode::Picasso`] ignores it.
    pub lints: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { mode: Mode::Glassbox, auto_nop: true, object: false, lints: true }
    }
}

/// Source of a code word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordSource {
    /// Index of the input.
    pub input: u32,
    /// First byte of the statement in the input.
    pub start: u32,
    /// End of the statement in the input, exclusive.
    pub end: u32,
    /// Index into [`Assembly::files`].
    pub file: u32,
    /// Line in that file, 1-based, after line markers.
    pub line: i32,
}

/// A procedure and its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// Name, known in all inputs.
    pub name: String,
    /// Index of the first word.
    pub start: u32,
    /// Size in words, including added NOPs.
    pub size: u32,
    /// Index of the input.
    pub input: u32,
}

/// A call by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Index of the CALL, CALLC or CALLU word.
    pub word: u32,
    /// Name of the procedure called.
    pub name: String,
    /// True if the assembly contains the procedure; otherwise DST and NUM of the word are zero.
    pub is_resolved: bool,
    /// Index of the input.
    pub input: u32,
}

/// Entry procedure of an executable. If another object contains it, only the name is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Name of the procedure.
    pub procedure: String,
    /// Index of the first word.
    pub start: u32,
    /// Size in words.
    pub size: u32,
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The file; `None` after an error.
    pub binary: Option<Binary<'static>>,
    /// Entry point of each executable; `None`, in objects only, for a library or an entry procedure in
    /// another object.
    pub entries: Vec<Option<EntryPoint>>,
    /// Index of the input of each executable.
    pub executable_inputs: Vec<u32>,
    /// Procedures, ordered by their ends.
    pub procedures: Vec<Procedure>,
    /// Calls in code order.
    pub calls: Vec<Call>,
    /// Source of each code word.
    pub words: Vec<WordSource>,
    /// Source file names from inputs and line markers.
    pub files: Vec<String>,
    /// Findings in source order.
    pub findings: Vec<Diagnostic>,
    /// Number of findings dropped at the limit.
    pub dropped: usize,
    /// In [`Mode::Picasso`], picasso's standard error output by line.
    pub messages: Vec<String>,
    header: String,
}

impl Assembly {
    /// C header that names the registers of the uniforms.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Bytes of the file, if there is one.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        self.write()?.ok()
    }

    /// Like `bytes`. `Err` if the format cannot represent the program, which takes extension directives.
    pub fn write(&self) -> Option<Result<Vec<u8>, WriteError>> {
        let binary = Shbin::Binary(self.binary.clone()?);
        Some(write(&binary, &Layout::canonical()))
    }
}

/// True if picasso's language has this directive, given without its dot.
pub(crate) fn is_directive(name: &str) -> bool {
    directive::directive(name).is_some()
}

/// Lines examined to detect the language of a text, without empty lines and comments.
const MAX_LINES_LOOKED_AT: usize = 2000;

/// True if one of the first statements of a text is a directive.
pub(crate) fn is_source(text: &str) -> bool {
    let lines = text.lines().map(number::trim).filter(|line| !line.is_empty() && !line.starts_with(';'));
    lines.take(MAX_LINES_LOOKED_AT).any(|line| {
        let word = line.strip_prefix('.');
        let word = word.map(|rest| rest.split([' ', '\t', ';']).next().unwrap_or(rest));
        word.is_some_and(|name| directive::directive(number::trim(name)).is_some())
    })
}

/// Assembles sources into one program.
pub fn assemble(inputs: &[Input<'_>], options: &Options) -> Assembly {
    let mut assembler = Assembler::new(inputs, options);
    let run = (0..inputs.len()).try_for_each(|number| assembler.file(number));
    // Calls are resolved once all files have been read.
    if run == ControlFlow::Continue(()) {
        let _ = assembler.resolve();
    }
    assembler.check();
    finished(assembler)
}

/// Collects the result of a run.
pub(crate) fn finished(mut assembler: Assembler<'_>) -> Assembly {
    let (findings, dropped) = assembler.take_findings();
    let (binary, entries) = assembler.build();
    let made = assembler.made();
    Assembly {
        binary: (!assembler.failed).then_some(binary),
        entries,
        executable_inputs: made.map(|executable| executable.input).collect(),
        procedures: assembler
            .procedure_order
            .iter()
            .filter_map(|name| assembler.procedures.get(name))
            .map(|procedure| Procedure {
                name: procedure.name.to_owned(),
                start: procedure.start as u32,
                size: procedure.size as u32,
                input: procedure.input,
            })
            .collect(),
        calls: assembler
            .calls
            .iter()
            .map(|call| Call {
                word: call.word as u32,
                name: call.name.to_owned(),
                is_resolved: assembler.procedures.contains_key(call.name),
                input: call.input,
            })
            .collect(),
        header: assembler.header(),
        words: std::mem::take(&mut assembler.sources),
        files: assembler.files.iter().map(|&file| file.to_owned()).collect(),
        findings,
        dropped,
        messages: std::mem::take(&mut assembler.messages),
    }
}
