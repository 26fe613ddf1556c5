//! Output stream of the encoder: numbers, string offsets and symbol ids, with findings for values out of range.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Report, Rule, place};
use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Generic, Opaque, Scalar, Type};
use glassbox_sksl::command::Command;
use glassbox_sksl::model::Model;
use glassbox_sksl::raw::{BUILTIN_SYMBOL, STRINGS_BASE, VERSION};
use glassbox_sksl::read::wide;

use super::Encoding;
use super::builtin::Builtins;
use crate::ir::Program;
use crate::ir::names::Name;
use crate::ir::symbol::Symbol;
use crate::ir::ty::{Spelling, Ty};
use crate::rules::encode as rules;

/// Maximum number of findings kept: a source that exceeds one limit often does so thousands of times.
const MAX_FINDINGS: usize = 100;

/// Shapes of a scalar type: itself, three vectors, nine matrices.
const SHAPES: usize = 13;

/// Number of builtin types with a slot of their own.
const BUILTIN_TYPES: usize = Scalar::ALL.len() * SHAPES + Opaque::ALL.len() + Generic::ALL.len() + 2;

/// File under construction.
pub(super) struct Stream<'p> {
    pub(super) program: &'p Program,
    pub(super) encoding: Encoding,
    /// Set to write every number with four bytes, so that nothing is out of range; a [`Model`] is built from such a
    /// stream.
    pub(super) is_wide: bool,
    pub(super) commands: Vec<u8>,
    strings: Vec<u8>,
    /// Offset of each name's string; 0 if not written yet.
    names: Vec<u32>,
    /// Offset of each builtin type's name; 0 if not written yet.
    types: [u32; BUILTIN_TYPES],
    /// Offsets of strings that are not names of the program.
    others: Vec<(String, u32)>,
    /// Id of each symbol; 0 for none.
    ids: Vec<u32>,
    next_id: u32,
    /// Symbols with ids, in order of assignment.
    numbered: Vec<Symbol>,
    /// Index of each symbol among those owned by the current table.
    pub(super) places: Vec<u32>,
    /// Entries of the current table, sorted by name; empty between tables.
    pub(super) entries: Vec<(&'p str, Symbol)>,
    /// Builtin variables used so far.
    pub(super) builtins: Builtins<'p>,
    /// First symbol that spelt each array and struct; computed on demand.
    pub(super) spelt: Option<HashMap<Type, Symbol>>,
    findings: Diagnostics,
}

/// Start of a scope: the number of symbols that had ids.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl<'p> Stream<'p> {
    pub(super) fn new(program: &'p Program, encoding: Encoding) -> Stream<'p> {
        Stream {
            program,
            encoding,
            is_wide: false,
            commands: Vec::with_capacity(program.expressions.len() * 4 + program.symbols.len() * 8),
            strings: Vec::with_capacity(1024),
            names: vec![0; program.names.len()],
            types: [0; BUILTIN_TYPES],
            others: Vec::new(),
            ids: vec![0; program.symbols.len()],
            next_id: 1,
            numbered: Vec::with_capacity(program.symbols.len()),
            places: vec![u32::MAX; program.symbols.len()],
            entries: Vec::with_capacity(16),
            builtins: Builtins::default(),
            spelt: None,
            findings: Diagnostics::new(MAX_FINDINGS),
        }
    }

    /// Returns the file or the findings.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, Vec<Diagnostic>> {
        if self.encoding == Encoding::Strict {
            self.findings.extend(self.builtins.findings());
        }
        let Ok(length) = u16::try_from(self.strings.len()) else {
            let found = self.strings.len();
            let message = format!("found {found} bytes of names, expected at most 65535 in a file");
            self.report(&rules::STRINGS, Span::default(), message)
                .help("shorten names, or split the program");
            return Err(self.unsorted());
        };
        if !self.findings.items().is_empty() {
            return Err(self.findings.into_placed(&self.program.source));
        }
        let mut out = Vec::with_capacity(4 + self.strings.len() + self.commands.len());
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&self.strings);
        out.extend_from_slice(&self.commands);
        Ok(out)
    }

    /// Returns the program as a model or the findings.
    pub(super) fn finish_wide(mut self) -> Result<Model<'static>, Vec<Diagnostic>> {
        let model = wide(std::mem::take(&mut self.strings), &self.commands);
        if self.findings.items().is_empty() && model.is_none() {
            let message = "found a program that cannot be read again";
            self.report(&rules::UNFINISHED, Span::default(), message);
        }
        match model {
            Some(model) if self.findings.items().is_empty() => Ok(model),
            _ => Err(self.unsorted()),
        }
    }

    /// Returns the findings in the order of their creation.
    fn unsorted(self) -> Vec<Diagnostic> {
        let mut findings = self.findings.items().to_vec();
        place(&mut findings, &self.program.source);
        findings
    }

    /// Reports a finding about a part of the source.
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.findings.report(rule, span, message)
    }

    pub(super) fn command(&mut self, command: Command) {
        // The values of `Command` are those of version 8.
        self.commands.push(command as u8);
    }

    /// Writes a command and a 16-bit number.
    pub(super) fn command_word(&mut self, command: Command, value: u32) {
        if self.is_wide {
            self.command(command);
            return self.double(value);
        }
        let [low, high] = (value as u16).to_le_bytes();
        self.commands.extend_from_slice(&[command as u8, low, high]);
    }

    /// Writes a command and a byte.
    pub(super) fn command_byte(&mut self, command: Command, byte: u8) {
        if self.is_wide {
            self.command(command);
            return self.double(byte.into());
        }
        self.commands.extend_from_slice(&[command as u8, byte]);
    }

    /// Writes a command, a 16-bit number and a byte.
    pub(super) fn command_word_byte(&mut self, command: Command, word: u32, byte: u8) {
        if self.is_wide {
            self.command(command);
            self.double(word);
            return self.double(byte.into());
        }
        let [low, high] = (word as u16).to_le_bytes();
        self.commands.extend_from_slice(&[command as u8, low, high, byte]);
    }

    /// Writes a command and two 16-bit numbers.
    #[inline(always)]
    pub(super) fn command_words(&mut self, command: Command, first: u32, second: u32) {
        if self.is_wide {
            self.command(command);
            self.double(first);
            return self.double(second);
        }
        let ([a, b], [c, d]) = ((first as u16).to_le_bytes(), (second as u16).to_le_bytes());
        self.commands.extend_from_slice(&[command as u8, a, b, c, d]);
    }

    /// Writes a number that occupies one byte in a file.
    pub(super) fn byte(&mut self, value: impl Into<u32>) {
        if self.is_wide { self.double(value.into()) } else { self.commands.push(value.into() as u8) }
    }

    /// Writes a number that occupies two bytes in a file.
    pub(super) fn word(&mut self, value: u32) {
        if self.is_wide {
            self.double(value)
        } else {
            self.commands.extend_from_slice(&(value as u16).to_le_bytes())
        }
    }

    pub(super) fn double(&mut self, value: u32) {
        self.commands.extend_from_slice(&value.to_le_bytes());
    }

    /// Writes an 8-bit count of items called `what`; reports an overflow.
    #[inline]
    pub(super) fn count(&mut self, count: usize, what: &str, span: Span) {
        if count > 255 && !self.is_wide {
            self.refuse_count(count, what, span);
        }
        self.byte(count as u32);
    }

    #[cold]
    fn refuse_count(&mut self, count: usize, what: &str, span: Span) {
        let message = format!("found {count} {what}, expected at most 255 in a file");
        self.report(&rules::COUNT, span, message).help(
            "the format counts them in one byte; put some into a block, struct or function of their own",
        );
    }

    /// Writes a 16-bit count of items called `what`; reports an overflow.
    pub(super) fn long_count(&mut self, count: usize, what: &str) {
        if count > usize::from(u16::MAX) && !self.is_wide {
            let message = format!("found {count} {what} in one table, expected at most 65535 in a file");
            self.report(&rules::IDS, Span::default(), message).help("split the program");
        }
        self.word(count as u32);
    }

    /// Returns the offset of a string as the format counts it, and adds the string if it is new.
    fn add_string(&mut self, text: &str) -> u32 {
        let offset = self.strings.len() + STRINGS_BASE as usize;
        if self.is_wide {
            self.strings.extend_from_slice(&(text.len() as u32).to_le_bytes());
            self.strings.extend_from_slice(text.as_bytes());
            return offset as u32;
        }
        let length = u8::try_from(text.len()).unwrap_or_else(|_| {
            let message = format!(
                "found a name of {} bytes, expected at most 255: `{}…`",
                text.len(),
                text.chars().take(32).collect::<String>()
            );
            self.report(&rules::NAME, Span::default(), message).help("shorten the name");
            u8::MAX
        });
        self.strings.push(length);
        self.strings.extend_from_slice(text.as_bytes());
        // `finish` reports an overflow of the string table.
        u32::from(u16::try_from(offset).unwrap_or(u16::MAX))
    }

    /// Writes the offset of a name.
    pub(super) fn name(&mut self, name: Name) {
        let offset = self.name_offset(name);
        self.word(offset);
    }

    fn name_offset(&mut self, name: Name) -> u32 {
        let known = self.names.get(name.0 as usize).copied().unwrap_or(0);
        match known {
            0 => {
                let program = self.program;
                let offset = self.add_string(program.names.text(name));
                if let Some(slot) = self.names.get_mut(name.0 as usize) {
                    *slot = offset;
                }
                offset
            }
            known => known,
        }
    }

    /// Writes the offset of a string that need not be a name of the program.
    pub(super) fn text(&mut self, text: &str) {
        let offset = self.text_offset(text);
        self.word(offset);
    }

    fn text_offset(&mut self, text: &str) -> u32 {
        if let Some(name) = self.program.names.find(text) {
            return self.name_offset(name);
        }
        let known = self.others.iter().find(|(other, _)| other == text);
        match known {
            Some(&(_, offset)) => offset,
            None => {
                let offset = self.add_string(text);
                self.others.push((text.to_owned(), offset));
                offset
            }
        }
    }

    /// Writes the offset of a builtin type's name.
    pub(super) fn type_name(&mut self, ty: Ty) {
        let offset = self.type_offset(ty);
        self.word(offset);
    }

    /// Offset of a builtin type's name if it has been written.
    #[inline]
    pub(super) fn known_type_offset(&self, ty: Ty) -> Option<u32> {
        let slot = type_slot(ty)?;
        self.types.get(slot).copied().filter(|&offset| offset != 0)
    }

    /// Offset of a builtin type's name, which is added if needed.
    pub(super) fn type_offset(&mut self, ty: Ty) -> u32 {
        if let Some(known) = self.known_type_offset(ty) {
            return known;
        }
        let offset = self.text_offset(&self.program.type_text(ty));
        if let Some(slot) = type_slot(ty).and_then(|slot| self.types.get_mut(slot)) {
            *slot = offset;
        }
        offset
    }

    /// Returns whether the ids are exhausted. Further symbols cannot be written and would be defined at every use.
    pub(super) fn is_over(&self) -> bool {
        self.next_id >= BUILTIN_SYMBOL && !self.is_wide
    }

    /// Id of a symbol; 0 for none.
    pub(super) fn id(&self, symbol: Symbol) -> u32 {
        self.ids.get(symbol.0 as usize).copied().unwrap_or(0)
    }

    /// Assigns an id to a symbol.
    pub(super) fn number(&mut self, symbol: Symbol) -> u32 {
        if self.is_wide && self.next_id == BUILTIN_SYMBOL {
            self.next_id += 1;
        }
        let id = self.next_id;
        if id == BUILTIN_SYMBOL {
            if !self.findings.has(&rules::IDS) {
                let span = self.program.symbols[symbol].span;
                let message = "found more than 65534 symbols, expected at most that many in a file";
                self.report(&rules::IDS, span, message).help("split the program");
            }
            return 0;
        }
        self.next_id += 1;
        if let Some(slot) = self.ids.get_mut(symbol.0 as usize) {
            *slot = id;
        }
        self.numbered.push(symbol);
        id
    }

    /// Begins a scope of ids.
    pub(super) fn open(&self) -> Mark {
        Mark(self.numbered.len())
    }

    /// Ends a scope and removes the ids assigned in it.
    pub(super) fn close(&mut self, mark: Mark) {
        for symbol in self.numbered.drain(mark.0.min(self.numbered.len())..) {
            if let Some(slot) = self.ids.get_mut(symbol.0 as usize) {
                *slot = 0;
            }
        }
    }
}

/// Index of a builtin type under its own name.
#[inline]
fn type_slot(ty: Ty) -> Option<usize> {
    if ty.spelling != Spelling::Own {
        return None;
    }
    let scalars = Scalar::ALL.len() * SHAPES;
    let opaques = scalars + Opaque::ALL.len();
    let generics = opaques + Generic::ALL.len();
    Some(match ty.meaning {
        Type::Scalar(scalar) => scalar as usize * SHAPES,
        Type::Vector(scalar, width) => scalar as usize * SHAPES + usize::from(width.saturating_sub(1)),
        Type::Matrix(scalar, columns, rows) => {
            let shape = usize::from(columns.saturating_sub(2)) * 3 + usize::from(rows.saturating_sub(2));
            scalar as usize * SHAPES + 4 + shape
        }
        Type::Opaque(opaque) => scalars + opaque as usize,
        Type::Generic(generic) => opaques + generic as usize,
        Type::Void => generics,
        Type::Array(_) | Type::Struct(_) | Type::Invalid => return None,
    })
}
