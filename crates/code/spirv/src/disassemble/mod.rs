//! Disassembles a module to text; never fails on the module's content.
//!
//! The output is standard SPIR-V assembly. Lines that start with `;!` are comments to other assemblers and directives
//! to [`assemble`](crate::assemble): they hold what the language cannot express, and appear only where the assembler
//! would not reproduce the same bytes without them. The header comments, in the format of `spirv-dis`, hold the rest:
//! version, generator, schema, and a bound larger than the ids require.
//!
//! | directive | meaning |
//! | --- | --- |
//! | `;! version 1.5`, `generator 0x8000b`, `bound 40`, `schema 0` | a word of the header |
//! | `;! endian big` | the byte order |
//! | `;! header 3` | the file ends after this many words of the header |
//! | `;! ids main=4 color=9` | the numbers of named ids |
//! | `;! trailing 01 ff` | bytes after the last whole word |
//!
//! Anything the grammar does not describe is written as raw words, `!0x00021267`: a whole instruction, or its operands
//! from the first unknown one on. Each choice is made so that the assembler must encode it to the original words;
//! nothing is assembled to find out.

mod operands;

use std::fmt::Write;
use std::io;
use std::ops::Range;

use glassbox_core::places::{LinePlaces, NoPlaces};

use crate::context::Context;
use crate::grammar::{self, Kind, Opcode};
use crate::names::{FriendlyNames, push_id};
use crate::number::push_hex;
use crate::walk::{Binary, Endian, Instruction, NotSpirvError, Rest, Stop};

use operands::Failure;
pub(crate) use operands::{nested, set_bits};

/// Style of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Names {
    /// `%main`, `%v4float`, `%float_0_5`: unique names from debug names, types and constants.
    #[default]
    Friendly,
    /// `%12`, always the number.
    Numeric,
}

/// Format of the text. No option changes what the text assembles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Style of ids.
    pub names: Names,
    /// Column of the opcodes, with result ids right-aligned before it; 0 for no alignment.
    pub indent: usize,
    /// True to start with comments that describe the header.
    pub header: bool,
    /// True to end each line with a comment giving the instruction's byte offset.
    pub offsets: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { names: Names::Friendly, indent: 15, header: true, offsets: false }
    }
}

/// Version that the assembler writes without a directive: 1.6.
pub(crate) const DEFAULT_VERSION: u32 = 0x0001_0600;

/// Size of the output buffer in bytes.
const CHUNK: usize = 64 * 1024;

/// Disassembles a module. [`assemble`](crate::assemble) turns the text back into the same bytes, valid or
/// not.
///
/// # Errors
///
/// Only if the bytes do not start with the magic number.
pub fn disassemble(bytes: &[u8], options: &Options) -> Result<String, NotSpirvError> {
    Binary::read(bytes)?;
    let mut text = Vec::with_capacity(bytes.len().saturating_mul(3));
    match write_disassembly(bytes, options, &mut text).map(|_| String::from_utf8(text)) {
        Ok(Ok(text)) => Ok(text),
        // Writing to memory cannot fail, and the printer writes only strings.
        _ => Err(NotSpirvError),
    }
}

/// Writes a module as text in pieces, so that the text of a large module is never in memory whole. Returns
/// `false`, with nothing written, if the bytes do not start with the magic number.
///
/// # Errors
///
/// Those of the sink.
pub fn write_disassembly(bytes: &[u8], options: &Options, out: &mut dyn io::Write) -> io::Result<bool> {
    write_placed(bytes, options, out, &mut NoPlaces)
}

/// Writes a module as [`write_disassembly`] does; `places` are told which bytes of the module each line shows.
///
/// # Errors
///
/// Those of the sink.
pub fn write_placed(
    bytes: &[u8],
    options: &Options,
    out: &mut dyn io::Write,
    places: &mut dyn LinePlaces,
) -> io::Result<bool> {
    let Ok(module) = Binary::read(bytes) else {
        return Ok(false);
    };
    let names = names(&module, options);
    let mut printer = Printer::new(&module, names.as_ref(), options);
    let header = module.header();
    let header_size = 4 * header.words as u64;
    printer.out = head(&module, names.as_ref(), options);
    places.lines(printer.out.as_bytes(), &(0..header_size));
    printer.out.reserve(CHUNK);
    let mut walk = module.walk();
    for instruction in &mut walk {
        let line = printer.out.len();
        printer.instruction(&instruction);
        printer.out.push('\n');
        places.lines(&printer.out.as_bytes()[line..], &bytes_of(&instruction.range()));
        if printer.out.len() >= CHUNK {
            out.write_all(printer.out.as_bytes())?;
            printer.out.clear();
        }
    }
    let end = printer.out.len();
    if let Some(rest) = walk.rest() {
        printer.rest(&module, &rest);
        places.lines(&printer.out.as_bytes()[end..], &bytes_of(&rest.range));
    }
    let end = printer.out.len();
    let least = printer.largest.wrapping_add(1);
    let is_said = options.header && header.bound > least && printer.largest != u32::MAX;
    if header.words > 3 && header.bound != least && !is_said {
        let _ = writeln!(printer.out, ";! bound {}", header.bound);
    }
    places.lines(&printer.out.as_bytes()[end..], &(0..header_size));
    out.write_all(printer.out.as_bytes())?;
    Ok(true)
}

fn bytes_of(range: &Range<usize>) -> Range<u64> {
    range.start as u64..range.end as u64
}

/// Calls `each` with every instruction of a module and its text, which has no final line feed but may contain
/// some in strings. Options for the header and footer are ignored.
pub fn each_instruction<'a>(
    module: &Binary<'a>,
    options: &Options,
    mut each: impl FnMut(&Instruction<'a>, &str),
) {
    let names = names(module, options);
    let mut lines = Lines::new(module, names.as_ref(), options);
    for instruction in module.walk() {
        each(&instruction, lines.print(&instruction));
    }
}

/// Writes instructions, each on a line of its own. Every instruction of the module is [printed](Lines::print) or
/// [passed](Lines::pass) in turn, as the types of numbers and the imported sets are those of earlier ones.
pub(crate) struct Lines<'a>(Printer<'a>);

impl<'a> Lines<'a> {
    pub(crate) fn new(
        module: &Binary<'_>,
        names: Option<&'a FriendlyNames>,
        options: &'a Options,
    ) -> Lines<'a> {
        Lines(Printer::new(module, names, options))
    }

    /// Cuts instructions that do not match the grammar after this many operands.
    pub(crate) fn cut_raw(mut self, operands: usize) -> Self {
        self.0.most_raw = operands;
        self
    }

    /// The next instruction as text.
    pub(crate) fn print(&mut self, instruction: &Instruction<'_>) -> &str {
        self.0.out.clear();
        self.0.instruction(instruction);
        &self.0.out
    }

    /// Goes past the next instruction.
    pub(crate) fn pass(&mut self, instruction: &Instruction<'_>) {
        match grammar::opcode(instruction.opcode).and_then(|row| row.operands.first()).map(|first| first.kind)
        {
            Some(Kind::ResultType) => {
                self.0.context.observe(instruction.opcode, true, instruction.operands());
            }
            // Only printing tells whether the operands of a type or import fit.
            Some(Kind::Result) => {
                self.print(instruction);
            }
            _ => {}
        }
    }
}

fn names(module: &Binary<'_>, options: &Options) -> Option<FriendlyNames> {
    match options.names {
        Names::Friendly => Some(FriendlyNames::of(module)),
        Names::Numeric => None,
    }
}

/// The comments and directives before the first instruction.
fn head(module: &Binary<'_>, names: Option<&FriendlyNames>, options: &Options) -> String {
    let header = module.header();
    let mut out = String::new();
    let tool = (header.generator >> 16) as u16;
    if options.header {
        let _ = writeln!(out, "; SPIR-V");
        let _ = writeln!(out, "; Version: {}.{}", header.version >> 16 & 0xff, header.version >> 8 & 0xff);
        let _ = match grammar::generator(tool) {
            Some(name) => write!(out, "; Generator: {name}"),
            None => write!(out, "; Generator: Unknown({tool})"),
        };
        let _ = writeln!(out, "; {}", header.generator & 0xffff);
        let _ = writeln!(out, "; Bound: {}", header.bound);
        let _ = writeln!(out, "; Schema: {}", header.schema);
    }
    if module.endian() == Endian::Big {
        out.push_str(";! endian big\n");
    }
    if header.words < 5 {
        let _ = writeln!(out, ";! header {}", header.words);
    }
    let present = |index| header.words > index;
    let has_plain_version = header.version & 0xff00_00ff == 0;
    if present(1) && !(options.header && has_plain_version) && header.version != DEFAULT_VERSION {
        if has_plain_version {
            let _ = writeln!(out, ";! version {}.{}", header.version >> 16, header.version >> 8 & 0xff);
        } else {
            let _ = writeln!(out, ";! version {:#010x}", header.version);
        }
    }
    // Tools that share a name are distinguished by number.
    let is_named = grammar::generator(tool).is_none_or(|name| grammar::generator_named(name) == Some(tool));
    if present(2) && header.generator != 0 && !(options.header && is_named) {
        let _ = writeln!(out, ";! generator {:#010x}", header.generator);
    }
    if present(4) && header.schema != 0 && !options.header {
        let _ = writeln!(out, ";! schema {}", header.schema);
    }
    let mut column = 0;
    for (id, name) in names.into_iter().flat_map(FriendlyNames::iter) {
        if column == 0 {
            out.push_str(";! ids");
            column = 6;
        }
        let start = out.len();
        let _ = write!(out, " {name}={id}");
        column += out.len() - start;
        if column > 100 {
            out.push('\n');
            column = 0;
        }
    }
    if column != 0 {
        out.push('\n');
    }
    out
}

struct Printer<'a> {
    out: String,
    names: Option<&'a FriendlyNames>,
    context: Context,
    /// Largest id written as an id.
    largest: u32,
    options: &'a Options,
    /// Operands written of an instruction that does not match the grammar.
    most_raw: usize,
}

impl<'a> Printer<'a> {
    fn new(module: &Binary<'_>, names: Option<&'a FriendlyNames>, options: &'a Options) -> Printer<'a> {
        Printer {
            out: String::new(),
            names,
            context: Context::new(module.bytes().len() / 4 + 1),
            largest: 0,
            options,
            most_raw: usize::MAX,
        }
    }

    /// Writes one instruction without its line end.
    fn instruction(&mut self, instruction: &Instruction<'_>) {
        let known = grammar::opcode(instruction.opcode);
        let (start, largest) = (self.out.len(), self.largest);
        let written = known.is_some_and(|opcode| {
            let written = self.known(opcode, instruction).is_some();
            if written {
                let typed = opcode.operands.first().is_some_and(|first| first.kind == Kind::ResultType);
                self.context.observe(instruction.opcode, typed, instruction.operands());
            }
            written
        });
        if !written {
            self.out.truncate(start);
            self.largest = largest;
            self.raw(instruction, known);
        }
        if self.options.offsets {
            let _ = write!(self.out, " ; {:#010x}", instruction.offset);
        }
    }

    /// Writes a known instruction on one line; `None`, with nothing written, if its operands do not match the
    /// grammar.
    fn known(&mut self, opcode: &'static Opcode, instruction: &Instruction<'_>) -> Option<()> {
        let kind = |index: usize| opcode.operands.get(index).map(|operand| operand.kind);
        let typed = kind(0) == Some(Kind::ResultType);
        let result = kind(usize::from(typed)) == Some(Kind::Result);
        if result {
            self.result(instruction.word(usize::from(typed))?);
        } else {
            self.spaces(self.options.indent);
        }
        self.out.push_str(opcode.name);
        if typed {
            self.id(instruction.word(0)?);
        }
        let mut at = usize::from(typed) + usize::from(result);
        let rest = &opcode.operands[at..];
        match self.operands(instruction, &mut at, rest) {
            Ok(()) if at == instruction.len() => Some(()),
            Err(Failure::RawFromHere) => {
                for word in instruction.operands().skip(at) {
                    self.out.push_str(" !");
                    push_hex(&mut self.out, word);
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Writes a result id and its equals sign, right-aligned to the indentation.
    fn result(&mut self, id: u32) {
        let start = self.out.len();
        push_id(&mut self.out, self.names, id);
        let width = self.out.len() - start;
        let missing = self.options.indent.saturating_sub(width + 3);
        if missing > 0 {
            self.out.truncate(start);
            self.spaces(missing);
            push_id(&mut self.out, self.names, id);
        }
        self.out.push_str(" = ");
        self.largest = self.largest.max(id);
    }

    fn spaces(&mut self, count: usize) {
        const SPACES: &str = "                                ";
        let mut left = count;
        while left > 0 {
            let some = left.min(SPACES.len());
            self.out.push_str(&SPACES[..some]);
            left -= some;
        }
    }

    /// Writes an instruction as raw words.
    fn raw(&mut self, instruction: &Instruction<'_>, known: Option<&Opcode>) {
        self.spaces(self.options.indent);
        self.out.push('!');
        push_hex(&mut self.out, instruction.first_word());
        for word in instruction.operands().take(self.most_raw) {
            self.out.push_str(" !");
            push_hex(&mut self.out, word);
        }
        let _ = match known {
            Some(opcode) => write!(self.out, " ; {} outside the grammar", opcode.name),
            None => write!(self.out, " ; unknown opcode {}", instruction.opcode),
        };
    }

    /// Writes what the walk could not read: eight words per line, and the last odd bytes in a directive.
    fn rest(&mut self, module: &Binary<'_>, rest: &Rest) {
        let bytes = &module.bytes()[rest.range.clone()];
        let (words, odd) = bytes.as_chunks::<4>();
        let reason = match rest.reason {
            Stop::ShortHeader => "the header ends here",
            Stop::ZeroWordCount => "a word count of zero",
            Stop::PastEnd => "an instruction past the end",
            Stop::PartialWord => "no whole word",
        };
        let _ = writeln!(self.out, "; {reason} at {:#010x}", rest.range.start);
        for line in words.chunks(8) {
            self.spaces(self.options.indent);
            for (index, word) in line.iter().enumerate() {
                self.out.push_str(if index == 0 { "!" } else { " !" });
                push_hex(&mut self.out, module.endian().word(*word));
            }
            self.out.push('\n');
        }
        if !odd.is_empty() {
            self.out.push_str(";! trailing");
            for byte in odd {
                let _ = write!(self.out, " {byte:02x}");
            }
            self.out.push('\n');
        }
    }
}
