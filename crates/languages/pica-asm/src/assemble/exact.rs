//! Implements extension directives that describe a file verbatim: code words, descriptors, headers, tables.
//!
//! `.exact` starts such a source. Its code is not padded, and only `.executable` opens executables. `.word`,
//! `.descriptor`, `.nonop` and `.file` are also allowed in other sources.

mod table;
mod text;

use glassbox_pica::Opcode;
use glassbox_shbin::model::{Executable, Symbols, Tables};
use glassbox_shbin::raw::{Constant, GeometryMode, Label, Output, Stage, Uniform};

use super::arguments::Arguments;
use super::directive::{Directive, extension};
use super::fault::Result;
use super::number;
use super::state::{Assembler, Scope};
use crate::rules;

/// Most rows of the descriptor table in a source.
const MAX_DESCRIPTORS: usize = 1 << 20;

/// Table of the extension directives.
pub(crate) static DIRECTIVES: &[Directive] = &[
    extension("exact", ".exact", exact),
    extension("nonop", ".nonop", no_padding),
    extension("file", ".file \"name\"", file),
    extension("word", ".word 0x84000000", word),
    extension("descriptor", ".descriptor 0, 0x0000036F, 0", descriptor),
    extension("program", ".program version, lines", program),
    extension("file_names", ".file_names \"name\\0\"", file_names),
    extension("executable", ".executable vertex, 0x1002, 0", executable),
    extension("range", ".range 0, 2", range),
    extension("masks", ".masks 0x1, 0x1", masks),
    extension("geometry", ".geometry fixed, 4, 0, 3", geometry),
    extension("symbol_bytes", ".symbol_bytes \"name\\0\"", table::symbol_bytes),
    extension("constant_row", ".constant_row float, 95, 0x3f0000, 0, 0, 0", table::constant_row),
    extension("label_row", ".label_row 0, 1, 12, none, \"name\"", table::label_row),
    extension("output_row", ".output_row position, 0, 0xf, 0", table::output_row),
    extension("uniform_row", ".uniform_row \"name\", c0, c3", table::uniform_row),
];

/// State set by these directives.
#[derive(Default)]
pub(crate) struct Exact {
    /// True after `.exact`.
    pub(crate) is_on: bool,
    /// True if no NOPs are added.
    pub(crate) keeps_words: bool,
    /// Second words of explicit descriptors.
    second_words: Vec<u32>,
    version: u32,
    lines_count: u32,
    file_names: Vec<u8>,
    executables: Vec<Parts>,
    /// Descriptor number given on the current instruction.
    pin: Option<u8>,
}

/// An executable under construction.
#[derive(Default)]
struct Parts {
    version: u16,
    stage: Stage,
    merge: u8,
    range: (u32, u32),
    masks: (u16, u16),
    mode: GeometryMode,
    counts: [u8; 3],
    constants: Vec<Constant>,
    labels: Vec<Label>,
    outputs: Vec<Output>,
    uniforms: Vec<Uniform>,
    symbols: text::Strings,
}

impl Parts {
    fn build(&self) -> Executable<'static> {
        let [fixed_start, full_vertices, fixed_vertices] = self.counts;
        Executable {
            version: self.version,
            stage: self.stage,
            merge: self.merge,
            main: self.range.0,
            end_main: self.range.1,
            input_mask: self.masks.0,
            output_mask: self.masks.1,
            geometry: glassbox_shbin::model::Geometry {
                mode: self.mode,
                fixed_start,
                full_vertices,
                fixed_vertices,
            },
            tables: Tables {
                constants: self.constants.iter().copied().collect(),
                labels: self.labels.iter().copied().collect(),
                outputs: self.outputs.iter().copied().collect(),
                uniforms: self.uniforms.iter().copied().collect(),
                symbols: Symbols { bytes: self.symbols.bytes().to_vec().into(), start: 0 },
            },
        }
    }
}

impl Exact {
    /// Executables of an exact source.
    pub(crate) fn executables(&self) -> Vec<Executable<'static>> {
        self.executables.iter().map(Parts::build).collect()
    }

    /// Second word of a descriptor.
    pub(crate) fn second_word(&self, index: usize) -> u32 {
        self.second_words.get(index).copied().unwrap_or(0)
    }

    /// Version and line count of the program, and the names of its source files.
    pub(crate) fn program(&self) -> (u32, u32, &[u8]) {
        (self.version, self.lines_count, &self.file_names)
    }
}

impl<'a> Assembler<'a> {
    /// Takes a descriptor number, as in `mov r0, v0 {3}`, from the end of an instruction.
    pub(crate) fn take_pin(&mut self, arguments: &mut Arguments<'a>) -> Result<()> {
        self.exact.pin = None;
        let rest = arguments.rest;
        if self.is_compatible() || !rest.ends_with('}') {
            return Ok(());
        }
        let Some(at) = rest.rfind('{') else { return Ok(()) };
        arguments.rest = number::trim(&rest[..at]);
        let text = number::trim(&rest[at + 1..rest.len() - 1]);
        let value = text.parse().ok().filter(|&value: &u8| value < 128);
        self.exact.pin = Some(value.ok_or_else(|| {
            let message = format!("`{text}` is not a descriptor number, expected 0 to 127");
            self.wrong(&rest[at..], message).help("the number is that of a `.descriptor` line")
        })?);
        Ok(())
    }

    /// Rejects a descriptor number on an instruction without a descriptor.
    pub(crate) fn no_pin_left(&mut self, arguments: &Arguments<'a>) -> Result<()> {
        if self.exact.pin.take().is_none() {
            return Ok(());
        }
        let message = format!("`{}` has no descriptor that a number could name", arguments.word);
        let fault = self.wrong(arguments.statement, message);
        Err(fault.help("remove the number in braces"))
    }

    /// The explicit descriptor of the current instruction, if given and compatible with its operands.
    pub(crate) fn pinned(
        &mut self,
        statement: &'a str,
        opcode: Opcode,
        mask: u8,
        value: u32,
    ) -> Result<Option<u8>> {
        let Some(pin) = self.exact.pin.take() else {
            return Ok(None);
        };
        let limit = if matches!(opcode, Opcode::MAD | Opcode::MADI) { 32 } else { 128 };
        let Some(&row) = self.descriptors.values().get(usize::from(pin)).filter(|_| pin < limit) else {
            let rows = self.descriptors.values().len();
            let message = if pin < limit {
                format!("descriptor {pin} is not in the table, which has {rows} so far")
            } else {
                format!("`mad` cannot name descriptor {pin}, it addresses the first 32")
            };
            let fault = self.wrong(statement, message);
            return Err(fault.help(if pin < limit {
                format!("declare it above: `.descriptor {pin}, {value:#010x}`")
            } else {
                "declare the descriptor among the first 32, or leave the number out".to_owned()
            }));
        };
        let mut bits = opcode.sharing_mask(mask);
        if opcode == Opcode::CMP {
            // Sharing compares the whole second source, the hardware reads its first two components.
            bits &= !(0xF << 14);
        }
        let different = (row ^ value) & bits;
        if different != 0 {
            let shown = glassbox_pica::descriptor::Descriptor::decode;
            let message = format!("the operands do not agree with descriptor {pin}, which is {}", shown(row));
            let fault = self.fault(&rules::PINNED_DESCRIPTOR, statement, message.clone(), message);
            return Err(fault
                .note(format!("the operands require {}", shown(value)))
                .help("fix the operands or the `.descriptor` line, or leave the number out"));
        }
        Ok(Some(pin))
    }

    /// A fault in an extension directive.
    fn wrong(&self, part: &str, message: impl Into<String>) -> Box<super::fault::StatementError> {
        let message = message.into();
        self.fault(&rules::EXACT, part, message.clone(), message)
    }

    /// Takes a number below a limit, or one of the given words.
    fn number_or(
        &mut self,
        arguments: &mut Arguments<'a>,
        what: &str,
        limit: u64,
        words: &[(&str, u64)],
    ) -> Result<u64> {
        let text = self.operand_text(arguments, what)?;
        self.value_or(text, what, limit, words)
    }

    fn value_or(&self, text: &'a str, what: &str, limit: u64, words: &[(&str, u64)]) -> Result<u64> {
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(*value);
        }
        let (value, rest) = number::integer(text);
        let value = u64::try_from(value).ok().filter(|value| *value < limit);
        match value.filter(|_| rest.is_empty() && !text.is_empty()) {
            Some(value) => Ok(value),
            None => {
                let known: Vec<&str> =
                    words.iter().map(|(word, _)| *word).filter(|word| !word.is_empty()).collect();
                let or = if known.is_empty() { String::new() } else { format!(", or {}", known.join(", ")) };
                let message = format!("`{text}` is not {what}, expected a number up to {:#x}{or}", limit - 1);
                Err(self.wrong(text, message).help("numbers are decimal, or hexadecimal with `0x` in front"))
            }
        }
    }

    fn number(&mut self, arguments: &mut Arguments<'a>, what: &str, limit: u64) -> Result<u64> {
        self.number_or(arguments, what, limit, &[])
    }

    /// Like [`number`](Self::number), but 0 if no argument is left.
    fn optional(&mut self, arguments: &mut Arguments<'a>, what: &str, limit: u64) -> Result<u64> {
        if arguments.rest.is_empty() { Ok(0) } else { self.number(arguments, what, limit) }
    }

    /// The open executable.
    fn open_executable(&mut self, arguments: &Arguments<'a>) -> Result<&mut Parts> {
        if self.exact.executables.is_empty() {
            let message = format!("`{}` belongs to no executable", arguments.word);
            return Err(self
                .wrong(arguments.word, message)
                .help("open one with `.executable vertex, 0x1002, 0` in front of it"));
        }
        let last = self.exact.executables.len() - 1;
        Ok(&mut self.exact.executables[last])
    }
}

const U8: u64 = 1 << 8;
const U16: u64 = 1 << 16;
const U32: u64 = 1 << 32;

fn exact<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.done(arguments)?;
    assembler.exact.is_on = true;
    assembler.exact.keeps_words = true;
    Ok(())
}

fn no_padding<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.done(arguments)?;
    assembler.exact.keeps_words = true;
    Ok(())
}

/// Starts another source file, with its own names, labels and executable.
fn file<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let text = assembler.operand_text(arguments, "a name in quotes")?;
    assembler.done(arguments)?;
    let name = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(name) = name else {
        let fault = assembler.wrong(text, format!("`{text}` is not a quoted name"));
        return Err(fault.help("it is written `.file \"name\"`"));
    };
    // Errors at the end of a file stop only the compatible mode.
    let _ = assembler.end_of_file();
    assembler.shared_space.next_file();
    assembler.scope = Scope {
        file: name,
        // The next line is line 1.
        line: 0,
        ..Scope::default()
    };
    assembler.unknown_names.clear();
    assembler.exact.keeps_words = assembler.exact.is_on;
    Ok(())
}

fn word<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let value = assembler.number(arguments, "a code word", U32)?;
    assembler.done(arguments)?;
    assembler.raw_word(value as u32, arguments)
}

fn descriptor<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let place = arguments.rest;
    let index = assembler.number(arguments, "the number of a descriptor", MAX_DESCRIPTORS as u64)? as usize;
    let value = assembler.number(arguments, "a descriptor", U32)?;
    let second = assembler.optional(arguments, "the second word of a descriptor", U32)?;
    assembler.done(arguments)?;
    let next = assembler.descriptors.values().len();
    if index != next {
        let fault = assembler.wrong(place, format!("this would be descriptor {next}, not {index}"));
        return Err(fault.help("descriptors are declared in order, before any instruction adds one"));
    }
    assembler.descriptors.write_down(value as u32);
    assembler.exact.second_words.resize(index, 0);
    assembler.exact.second_words.push(second as u32);
    Ok(())
}

fn program<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let version = assembler.number(arguments, "a version", U32)?;
    let lines = assembler.optional(arguments, "a number of lines", U32)?;
    assembler.done(arguments)?;
    assembler.exact.version = version as u32;
    assembler.exact.lines_count = lines as u32;
    Ok(())
}

fn file_names<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let bytes = assembler.quoted(arguments)?;
    assembler.done(arguments)?;
    assembler.exact.file_names.extend(bytes);
    Ok(())
}

fn executable<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let stage = assembler.number_or(arguments, "a stage", U8, &[("vertex", 0), ("geometry", 1)])?;
    let version = assembler.number(arguments, "a version", U16)?;
    let merge = assembler.number(arguments, "a merge flag", U8)?;
    assembler.done(arguments)?;
    assembler.exact.executables.push(Parts {
        stage: Stage(stage as u8),
        version: version as u16,
        merge: merge as u8,
        ..Parts::default()
    });
    Ok(())
}

fn range<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let first = assembler.number(arguments, "the first word", U32)?;
    let end = assembler.number(arguments, "the end", U32)?;
    assembler.done(arguments)?;
    assembler.open_executable(arguments)?.range = (first as u32, end as u32);
    Ok(())
}

fn masks<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let inputs = assembler.number(arguments, "a mask of inputs", U16)?;
    let outputs = assembler.number(arguments, "a mask of outputs", U16)?;
    assembler.done(arguments)?;
    assembler.open_executable(arguments)?.masks = (inputs as u16, outputs as u16);
    Ok(())
}

fn geometry<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let modes = [("point", 0), ("variable", 1), ("fixed", 2)];
    let mode = assembler.number_or(arguments, "a geometry mode", U8, &modes)?;
    let mut counts = [0; 3];
    for count in &mut counts {
        *count = assembler.number(arguments, "a byte", U8)? as u8;
    }
    assembler.done(arguments)?;
    let parts = assembler.open_executable(arguments)?;
    parts.mode = GeometryMode(mode as u8);
    parts.counts = counts;
    Ok(())
}
