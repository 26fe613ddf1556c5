//! Prints programs in the syntax of the legacy compiler.
//!
//! | file | prints |
//! | --- | --- |
//! | `instruction.rs` | mnemonics and their suffixes |
//! | `declaration.rs`, `custom.rs` | declarations, data between instructions |
//! | `operand.rs`, `precision.rs` | operands, minimum precisions |
//! | `exact.rs` | additions that make the text assemble to the same bytes |

pub(crate) mod custom;
pub(crate) mod declaration;
mod exact;
mod instruction;
pub(crate) mod operand;
pub(crate) mod precision;
mod profile;

use std::collections::HashMap;

use glassbox_core::places::{LinePlaces, NoPlaces};

pub use crate::number::Release;
use crate::number::{self, Look};
use crate::opcode::Opcode;
use crate::operand::{Operand, number as value};
use crate::role::Role;
use crate::walk::{HEADER_WORDS, Instruction, Program};

use operand::Operands;
pub use profile::profile;
pub(crate) use profile::version;

/// Style of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Listing of the legacy compiler. Floats lose bits.
    #[default]
    Fxc,
    /// Text that [assembles](crate::assemble::assemble) to the same bytes, valid or not.
    Exact,
}

/// Comment of a listing with [exact](Floats::Exact) floats.
pub const FULL_FLOATS: &str = "Floats have all their digits";

/// Format of floats in a listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Floats {
    /// Six decimals, like the legacy compiler.
    #[default]
    Six,
    /// Shortest digits that round-trip.
    Exact,
}

/// Options for printing a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Style of the text.
    pub style: Style,
    /// Release to imitate; ignored in exact style.
    pub release: Release,
    /// Format of floats; always exact in exact style.
    pub floats: Floats,
}

impl Options {
    /// Exact style.
    pub const EXACT: Options = Options { style: Style::Exact, release: Release::V10, floats: Floats::Exact };

    fn has_exact_floats(&self) -> bool {
        self.style == Style::Exact || self.floats == Floats::Exact
    }

    /// Prints a float.
    fn float(&self, out: &mut String, word: u32) {
        if self.has_exact_floats() {
            number::exact_float(out, word)
        } else {
            number::fxc_float(out, f64::from(f32::from_bits(word)), self.release)
        }
    }

    /// Prints a double.
    fn double(&self, out: &mut String, bits: u64) {
        if self.has_exact_floats() {
            number::exact_double(out, bits);
        } else {
            number::fxc_float(out, f64::from_bits(bits), self.release);
            out.push('l');
        }
    }

    /// Prints a word of unknown type.
    fn word(&self, out: &mut String, word: u32) {
        match number::look(word, self.release) {
            Look::Float => self.float(out, word),
            Look::Integer | Look::Bits => number::fxc_integer(out, word),
        }
    }
}

/// Indentation per enclosing block.
const INDENT: &str = "  ";
/// Maximum indentation; programs nest at most 64 deep.
const MAX_INDENT: usize = 64;

/// Additions to a listing, by byte offset of an instruction. All must be comments, or lines that begin with
/// `#line`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Whole lines before an instruction.
    pub before: HashMap<usize, String>,
    /// Text after an instruction on its line.
    pub behind: HashMap<usize, String>,
}

/// Prints a program, version first, without comments.
pub fn print(bytes: &[u8], options: &Options) -> String {
    print_with(bytes, options, &Notes::default(), &mut NoPlaces)
}

/// Prints a program, version first, with notes; `places` are told which bytes each line shows.
pub fn print_with(bytes: &[u8], options: &Options, notes: &Notes, places: &mut dyn LinePlaces) -> String {
    let mut out = String::new();
    let size = bytes.len() as u64;
    let Ok(program) = Program::read(bytes) else {
        exact::bytes(&mut out, bytes);
        places.lines(out.as_bytes(), &(0..size));
        return out;
    };
    exact::header(&mut out, &program);
    let mut end = 4 * HEADER_WORDS as u64;
    places.lines(out.as_bytes(), &(0..end));
    let printer = Printer::new(&program, options);
    let mut depth = 0usize;
    let mut walk = program.walk();
    for instruction in walk.by_ref() {
        let text = printer.line(&instruction);
        let line = out.len();
        let range = instruction.range();
        end = range.end as u64;
        let index = range.start;
        if let Some(lines) = notes.before.get(&index) {
            out.push_str(lines);
        }
        let (before, after) = nesting(instruction.opcode);
        depth = depth.saturating_sub(before);
        for _ in 0..depth.min(MAX_INDENT) {
            out.push_str(INDENT);
        }
        depth += after;
        out.push_str(&text);
        if let Some(note) = notes.behind.get(&index) {
            out.push_str(note);
        }
        out.push('\n');
        places.lines(&out.as_bytes()[line..], &(index as u64..end));
    }
    let line = out.len();
    if let Some(rest) = walk.rest() {
        exact::words(&mut out, program.words().get(rest.range.start / 4..).unwrap_or_default());
    }
    exact::leftover(&mut out, &program);
    places.lines(&out.as_bytes()[line..], &(end..size));
    out
}

/// Number of blocks that end before an instruction, and that begin after it.
fn nesting(opcode: Opcode) -> (usize, usize) {
    match opcode {
        Opcode::IF | Opcode::LOOP | Opcode::SWITCH => (0, 1),
        Opcode::ELSE => (1, 1),
        Opcode::ENDIF | Opcode::ENDLOOP | Opcode::ENDSWITCH => (1, 0),
        _ => (0, 0),
    }
}

/// Prints the instructions of a program one by one.
pub struct Printer<'p> {
    options: &'p Options,
    has_spaces: bool,
}

impl<'p> Printer<'p> {
    /// A printer for the instructions of a program.
    pub fn new(program: &Program<'_>, options: &'p Options) -> Self {
        Printer { options, has_spaces: program.has_spaces() }
    }

    /// An instruction without indentation; parts without syntax are printed as numbers.
    pub fn line(&self, instruction: &Instruction<'_>) -> String {
        let words = instruction.words();
        let text = match self.options.style {
            Style::Fxc => self.words(instruction, false),
            Style::Exact => [false, true]
                .into_iter()
                .filter_map(|is_checked| self.words(instruction, is_checked))
                .find(|text| exact::is_same(text, words, self.has_spaces)),
        };
        text.unwrap_or_else(|| {
            let mut out = String::new();
            exact::words(&mut out, words);
            out.pop();
            out
        })
    }

    fn operands(&self, result: Option<u32>) -> Operands<'_> {
        Operands { options: self.options, has_spaces: self.has_spaces, result }
    }

    /// Prints an operand.
    pub fn operand(&self, operand: &Operand<'_>, role: Role) -> String {
        let printer = self.operands(None);
        let mut out = String::new();
        printer.operand(&mut out, operand, role);
        out
    }

    /// An instruction in symbolic form; `None` if it is malformed. With `is_checked`, operands that do not
    /// round-trip are printed as numbers.
    fn words(&self, instruction: &Instruction<'_>, is_checked: bool) -> Option<String> {
        let spare = instruction.spare()?;
        if instruction.opcode.is_reserved() {
            return None;
        }
        let printer = self.operands(precision::of_result(instruction));
        let mut out = String::new();
        if instruction.opcode.is_declaration() || instruction.opcode == Opcode::CUSTOMDATA {
            declaration::declaration(&mut out, instruction, &printer)?;
        } else if is_checked {
            instruction::instruction(&mut out, instruction, &printer, &exact::operand);
        } else {
            instruction::instruction(&mut out, instruction, &printer, &|out, operand, role, printer| {
                printer.operand(out, operand, role);
            });
        }
        if self.options.style == Style::Exact && !spare.is_empty() {
            out.push_str(", ");
            exact::raw(&mut out, spare);
        }
        Some(out)
    }
}
