//! The stream: numbers, names and ids as they are written, and what does not fit.

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

/// Findings that are kept: a source that is too large in one place often is in thousands.
const MAX_FINDINGS: usize = 100;

/// Shapes of a scalar: itself, three vectors, nine matrices.
const SHAPES: usize = 13;

/// Builtin types, each with a place of its own.
const BUILTIN_TYPES: usize = Scalar::ALL.len() * SHAPES + Opaque::ALL.len() + Generic::ALL.len() + 2;

/// A file in the making.
pub(super) struct Stream<'p> {
    pub(super) program: &'p Program,
    pub(super) encoding: Encoding,
    /// Whether every number has four bytes, so that everything fits: what a [`Model`] in memory is made of.
    pub(super) is_wide: bool,
    pub(super) commands: Vec<u8>,
    strings: Vec<u8>,
    /// Where the string of each name lies; 0 where it was not written.
    names: Vec<u32>,
    /// The same for builtin types.
    types: [u32; BUILTIN_TYPES],
    /// The same for strings that are no names of the program.
    others: Vec<(String, u32)>,
    /// The id of each symbol; 0 where it has none.
    ids: Vec<u32>,
    next_id: u32,
    /// The symbols with ids, in the order in which they got them.
    numbered: Vec<Symbol>,
    /// Where each symbol stands among those that the table being written owns.
    pub(super) places: Vec<u32>,
    /// What the table being written lists, by name. It is empty between tables.
    pub(super) entries: Vec<(&'p str, Symbol)>,
    /// The builtin variables that were met.
    pub(super) builtins: Builtins<'p>,
    /// The first symbol that spelt each array and struct; made when it is asked for.
    pub(super) spelt: Option<HashMap<Type, Symbol>>,
    findings: Diagnostics,
}

/// What is left of a scope when it ends: the symbols that had ids when it began.
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

    /// The file, or why there is none.
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

    /// The program as a model, or why there is none.
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

    /// The findings in the order in which they were made.
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
        // The commands are numbered as version 8 numbers them.
        self.commands.push(command as u8);
    }

    /// A command with a number of two bytes behind it.
    pub(super) fn command_word(&mut self, command: Command, value: u32) {
        if self.is_wide {
            self.command(command);
            return self.double(value);
        }
        let [low, high] = (value as u16).to_le_bytes();
        self.commands.extend_from_slice(&[command as u8, low, high]);
    }

    /// A command with a number of one byte behind it.
    pub(super) fn command_byte(&mut self, command: Command, byte: u8) {
        if self.is_wide {
            self.command(command);
            return self.double(byte.into());
        }
        self.commands.extend_from_slice(&[command as u8, byte]);
    }

    /// A command with a number of two bytes behind it, and one of one byte.
    pub(super) fn command_word_byte(&mut self, command: Command, word: u32, byte: u8) {
        if self.is_wide {
            self.command(command);
            self.double(word);
            return self.double(byte.into());
        }
        let [low, high] = (word as u16).to_le_bytes();
        self.commands.extend_from_slice(&[command as u8, low, high, byte]);
    }

    /// A command with two numbers of two bytes behind it.
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

    /// A number that a file has one byte for.
    pub(super) fn byte(&mut self, value: impl Into<u32>) {
        match self.is_wide {
            true => self.double(value.into()),
            false => self.commands.push(value.into() as u8),
        }
    }

    /// A number that a file has two bytes for.
    pub(super) fn word(&mut self, value: u32) {
        match self.is_wide {
            true => self.double(value),
            false => self.commands.extend_from_slice(&(value as u16).to_le_bytes()),
        }
    }

    pub(super) fn double(&mut self, value: u32) {
        self.commands.extend_from_slice(&value.to_le_bytes());
    }

    /// A count of one byte of things that are called `what`.
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

    /// A count of two bytes.
    pub(super) fn long_count(&mut self, count: usize, what: &str) {
        if count > usize::from(u16::MAX) && !self.is_wide {
            let message = format!("found {count} {what} in one table, expected at most 65535 in a file");
            self.report(&rules::IDS, Span::default(), message)
                .help("split the program");
        }
        self.word(count as u32);
    }

    /// Where the bytes of a string begin, counted as the format counts; they are added when they are new.
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
            self.report(&rules::NAME, Span::default(), message)
                .help("shorten the name");
            u8::MAX
        });
        self.strings.push(length);
        self.strings.extend_from_slice(text.as_bytes());
        // Where it does not fit, `finish` says that the strings are too long.
        u32::from(u16::try_from(offset).unwrap_or(u16::MAX))
    }

    /// A name.
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

    /// A string that need not be a name of the program.
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

    /// The name of a builtin type.
    pub(super) fn type_name(&mut self, ty: Ty) {
        let offset = self.type_offset(ty);
        self.word(offset);
    }

    /// Where the string of a builtin type's name lies, if it was written.
    #[inline]
    pub(super) fn known_type_offset(&self, ty: Ty) -> Option<u32> {
        let slot = type_slot(ty)?;
        self.types.get(slot).copied().filter(|&offset| offset != 0)
    }

    /// Where the string of a builtin type's name lies.
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

    /// Whether there are no ids left. What follows cannot be written, and would be defined again at every use.
    pub(super) fn is_over(&self) -> bool {
        self.next_id >= BUILTIN_SYMBOL && !self.is_wide
    }

    /// The id of a symbol; 0 where it has none.
    pub(super) fn id(&self, symbol: Symbol) -> u32 {
        self.ids.get(symbol.0 as usize).copied().unwrap_or(0)
    }

    /// Gives a symbol an id.
    pub(super) fn number(&mut self, symbol: Symbol) -> u32 {
        if self.is_wide && self.next_id == BUILTIN_SYMBOL {
            self.next_id += 1;
        }
        let id = self.next_id;
        if id == BUILTIN_SYMBOL {
            if !self.findings.has(&rules::IDS) {
                let span = self.program.symbols[symbol].span;
                let message = "found more than 65534 symbols, expected at most so many in a file";
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

    /// Ends a scope: symbols that got their ids in it have none any more.
    pub(super) fn close(&mut self, mark: Mark) {
        for symbol in self.numbered.drain(mark.0.min(self.numbered.len())..) {
            if let Some(slot) = self.ids.get_mut(symbol.0 as usize) {
                *slot = 0;
            }
        }
    }
}

/// A number for each builtin type by its own name.
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
