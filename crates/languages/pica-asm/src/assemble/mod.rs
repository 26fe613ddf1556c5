//! The assembler: sources to the model of a file.
//!
//! | file | holds |
//! | --- | --- |
//! | `line.rs` | a source line by line: labels, markers, statements |
//! | `arguments.rs`, `taken.rs`, `number.rs`, `operand.rs`, `condition.rs` | what statements are made of |
//! | `mnemonic.rs`, `instruction.rs`, `slot.rs` | instructions |
//! | `directive.rs`, `directive/` | the table of directives and what each does |
//! | `exact.rs`, `exact/` | extension directives that write down a file as it is |
//! | `allocate.rs`, `sort.rs` | the choices that make the bytes: registers, order; descriptors are shared by `glassbox_pica::sharing` |
//! | `finish.rs`, `header.rs` | the file and the C header |
//! | `advice.rs` | what to write instead, in the operands that the statement has |
//! | `check.rs`, `check/` | what is wrong with a program that can be assembled |
//! | `state.rs`, `fault.rs` | what is known on the way, and how mistakes are told |

mod advice;
pub(crate) mod allocate;
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
mod taken;

use glassbox_core::format::WriteError;
use std::ops::ControlFlow;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_shbin::model::{Binary, Shbin};
use glassbox_shbin::write::{Layout, write};

use crate::{Input, Mode};
use state::Assembler;

/// How to assemble.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whose habits count.
    pub mode: Mode,
    /// Whether NOPs are added where a block needs one at its end.
    pub auto_nop: bool,
    /// Whether the result is to be linked: procedures may be missing, and so may the entry procedure.
    pub object: bool,
    /// Whether the finished program is checked: hazards of the hardware, registers that are never written, code that never
    /// runs. [`Mode::Picasso`] has no such checks.
    pub lints: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mode: Mode::Glassbox,
            auto_nop: true,
            object: false,
            lints: true,
        }
    }
}

/// Where a code word comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordSource {
    /// Number of the input.
    pub input: u32,
    /// First byte of the statement in the input's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// Index into [`Assembly::files`].
    pub file: u32,
    /// Line in that file, from 1, as line markers count.
    pub line: i32,
}

/// A procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// Its name; procedures are known in all inputs.
    pub name: String,
    /// First word.
    pub start: u32,
    /// Size in words, added NOPs included.
    pub size: u32,
    /// Number of the input.
    pub input: u32,
}

/// A call by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Word of the CALL, CALLC or CALLU.
    pub word: u32,
    /// Name of the procedure.
    pub name: String,
    /// Whether the procedure is one of the assembly. If not, DST and NUM of the word are zero.
    pub is_resolved: bool,
    /// Number of the input.
    pub input: u32,
}

/// The procedure that an executable begins with. Of one that another object holds the name is known only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub procedure: String,
    /// First word.
    pub start: u32,
    /// Size in words.
    pub size: u32,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The file; `None` when something was wrong.
    pub binary: Option<Binary<'static>>,
    /// The entry of each executable of the file; `None` for one that only an object may have: a library, or one whose entry
    /// procedure stands elsewhere.
    pub entries: Vec<Option<EntryPoint>>,
    /// Number of the input that each executable of the file comes from.
    pub executable_inputs: Vec<u32>,
    /// The procedures, in the order in which they end.
    pub procedures: Vec<Procedure>,
    /// The calls, in the order of the code.
    pub calls: Vec<Call>,
    /// Where each code word comes from.
    pub words: Vec<WordSource>,
    /// Names of source files, as inputs and line markers give them.
    pub files: Vec<String>,
    /// What was found, source by source.
    pub findings: Vec<Diagnostic>,
    /// How many findings were over the limit and are not kept.
    pub dropped: usize,
    /// In [`Mode::Picasso`], what picasso writes to standard error, a line each.
    pub messages: Vec<String>,
    header: String,
}

impl Assembly {
    /// The text of the C header that names the registers of the uniforms.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The bytes of the file, if there is one.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        self.write()?.ok()
    }

    /// The same. `Err` says what of the program no file can hold, which only extension directives can state.
    pub fn write(&self) -> Option<Result<Vec<u8>, WriteError>> {
        let binary = Shbin::Binary(self.binary.clone()?);
        Some(write(&binary, &Layout::canonical()))
    }
}

/// Whether picasso's language has a directive of a name, which is without its dot.
pub(crate) fn is_directive(name: &str) -> bool {
    directive::directive(name).is_some()
}

/// Lines that are looked at to find out the language of a text.
const MAX_LINES_LOOKED_AT: usize = 2000;

/// Whether one of the first statements of a text is a directive.
pub(crate) fn is_source(text: &str) -> bool {
    text.lines().take(MAX_LINES_LOOKED_AT).any(|line| {
        let word = number::trim(line).strip_prefix('.');
        let word = word.map(|rest| rest.split([' ', '\t', ';']).next().unwrap_or(rest));
        word.is_some_and(|name| directive::directive(number::trim(name)).is_some())
    })
}

/// Assembles sources into one program.
pub fn assemble(inputs: &[Input<'_>], options: &Options) -> Assembly {
    let mut assembler = Assembler::new(inputs, options);
    let run = (0..inputs.len()).try_for_each(|number| assembler.file(number));
    // Calls can only be judged when every file has been read to its end.
    if run == ControlFlow::Continue(()) {
        let _ = assembler.resolve();
    }
    assembler.check();
    finished(assembler)
}

/// What came of a run that is over.
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
