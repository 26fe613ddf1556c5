//! Assembles text to a module.
//!
//! Accepts standard SPIR-V assembly plus the header comments and directives that
//! [`disassemble`](crate::disassemble()) writes. Numeric ids keep their numbers; named ids get the smallest
//! free numbers unless a directive assigns one. An instruction may span lines; it ends where the next one
//! starts, which for raw words is a `!` at the start of a line. All mistakes are reported: after one, parsing
//! resumes at the next line that starts an instruction.

mod directive;
mod error;
mod lex;
mod operands;

use std::collections::HashMap;
use std::ops::Range;

use glassbox_core::error::ErrorList;
use glassbox_core::suggest::similar;

use crate::context::Context;
use crate::grammar::{self, Kind as Operand, Opcode};
use crate::number::parse_word;
use crate::walk::MAGIC;

use directive::{Directives, is_name, numeric};
pub use error::AssembleError;
use lex::{Kind, Lexer, Token};
use operands::InstructionError;

/// Maximum number of errors reported for one text.
pub const MAX_ERRORS: usize = 100;

/// Assembles a text.
///
/// # Errors
///
/// All mistakes in text order, up to [`MAX_ERRORS`].
pub fn assemble(text: &str) -> Result<Vec<u8>, ErrorList<AssembleError>> {
    let (directives, mistakes) = Directives::collect(text);
    let mut assembler = Assembler {
        text,
        lexer: Lexer::new(text),
        token: Token { kind: Kind::End, start: 0, end: 0, first: true },
        passed: 0,
        words: Vec::with_capacity(text.len() / 8),
        begin: 0,
        context: Context::new(text.len()),
        names: HashMap::new(),
        numbers: None,
        largest: 0,
        errors: Vec::new(),
        directives,
    };
    for (span, message, help) in mistakes {
        assembler.error(span, message, help);
    }
    assembler.advance();
    while assembler.token.kind != Kind::End && assembler.errors.len() < MAX_ERRORS {
        assembler.statement();
    }
    Ok(assembler.finish()?)
}

struct Assembler<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    token: Token,
    /// End of the previous token.
    passed: usize,
    /// All words after the header.
    words: Vec<u32>,
    /// Start of the current instruction in `words`.
    begin: usize,
    context: Context,
    names: HashMap<&'t str, u32>,
    numbers: Option<Numbers>,
    largest: u32,
    errors: Vec<AssembleError>,
    directives: Directives<'t>,
}

/// Allocates numbers for named ids.
struct Numbers {
    taken: Vec<u32>,
    /// Number of entries in `taken` smaller than `next`.
    passed: usize,
    next: u32,
}

impl<'t> Assembler<'t> {
    fn advance(&mut self) {
        self.passed = self.token.end;
        self.token = self.lexer.next();
        while self.token.kind == Kind::Directive {
            self.token = self.lexer.next();
        }
    }

    fn text_of(&self, token: Token) -> &'t str {
        &self.text[token.span()]
    }

    fn error(&mut self, span: Range<usize>, message: String, help: Option<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(AssembleError::new(self.text, span, message, help));
        }
    }

    /// Reports the current token as unexpected.
    fn unexpected(&mut self, expected: &str, help: Option<String>) -> InstructionError {
        let text = self.text_of(self.token);
        let short: String = text.chars().take(40).collect();
        let dots = if short.len() < text.len() { "…" } else { "" };
        let (span, found) = match self.token.kind {
            // A missing operand is reported after the last token, not at the next instruction.
            _ if self.starts_statement() && self.words.len() > self.begin => {
                (self.passed..self.passed, "the end of the instruction".into())
            }
            Kind::End => (self.token.span(), "the end of the text".into()),
            Kind::OpenString => (self.token.span(), "a string without its closing quote".into()),
            Kind::String => (self.token.span(), format!("the string {short}{dots}")),
            _ => (self.token.span(), format!("`{short}{dots}`")),
        };
        self.error(span, format!("expected {expected}, found {found}"), help);
        InstructionError::Failed
    }

    /// True if the current token starts an instruction and so ends the previous one.
    #[inline]
    fn starts_statement(&self) -> bool {
        match self.token.kind {
            Kind::End => true,
            Kind::Raw => self.token.first,
            Kind::Word => {
                let bytes = self.text_of(self.token).as_bytes();
                bytes.starts_with(b"Op") && bytes.get(2).is_some_and(u8::is_ascii_uppercase)
            }
            Kind::Id => {
                let after = self.text[self.token.end..].trim_start_matches([' ', '\t']);
                match after.as_bytes().first() {
                    Some(b'=') => true,
                    Some(b'\r' | b'\n' | b';') => self.lexer.clone().next().kind == Kind::Equals,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn statement(&mut self) {
        self.begin = self.words.len();
        let line = self.token;
        let done = match self.token.kind {
            Kind::Raw => self.raw_word().and_then(|()| self.raw_words()),
            Kind::Id if self.starts_statement() => {
                self.advance();
                self.advance();
                self.instruction(Some(line))
            }
            Kind::Word => self.instruction(None),
            _ => Err(self.unexpected("an instruction", None)),
        };
        if done.is_err() {
            self.words.truncate(self.begin);
            // The offending token may already be on the next line; the instruction that failed must not start
            // again.
            if self.token.start == line.start {
                self.advance();
            }
            while !self.can_resume_here() {
                self.advance();
            }
        }
    }

    /// True if parsing can resume at the current token after a mistake: it starts a line and is not an
    /// operand.
    fn can_resume_here(&self) -> bool {
        let operand = || {
            let next = self.lexer.clone().next();
            next.kind != Kind::Word || next.first || !self.text_of(next).starts_with("Op")
        };
        match self.token.kind {
            Kind::End => true,
            Kind::Id => self.token.first && (self.starts_statement() || !operand()),
            Kind::String | Kind::OpenString => false,
            _ => self.token.first,
        }
    }

    fn opcode(&mut self) -> Result<&'static Opcode, InstructionError> {
        let name = match self.token.kind {
            Kind::Word => self.text_of(self.token),
            _ => return Err(self.unexpected("an opcode", None)),
        };
        if let Some(opcode) = grammar::opcode_named(name) {
            return Ok(opcode);
        }
        let help = similar(name, grammar::opcode_names()).map(|near| format!("did you mean `{near}`?"));
        if !name.starts_with("Op") {
            return Err(self.unexpected("an instruction", help));
        }
        let help =
            help.or_else(|| Some("write an opcode without a name as raw words, `!0x00021267 !1`".into()));
        self.error(self.token.span(), format!("unknown opcode `{name}`"), help);
        Err(InstructionError::Failed)
    }

    /// Assembles an instruction from its opcode on; `result` is the id before the equals sign.
    fn instruction(&mut self, result: Option<Token>) -> Result<(), InstructionError> {
        let opcode = self.opcode()?;
        let name = self.token;
        let kind = |index: usize| opcode.operands.get(index).map(|operand| operand.kind);
        let typed = kind(0) == Some(Operand::ResultType);
        let needs = kind(usize::from(typed)) == Some(Operand::Result);
        match result {
            None if needs => {
                let help = format!("write `%name = {}`", opcode.name);
                self.error(name.span(), format!("expected a result id before {}", opcode.name), Some(help));
                return Err(InstructionError::Failed);
            }
            Some(id) if !needs => {
                let message = format!("expected no result id: {} has no result", opcode.name);
                self.error(id.span(), message, None);
                return Err(InstructionError::Failed);
            }
            _ => {}
        }
        self.advance();
        self.words.push(0);
        let raw_type = typed && self.token.kind == Kind::Raw;
        if raw_type {
            self.raw_word()?;
        } else if typed {
            self.operand(Operand::ResultType)?;
        }
        if let Some(token) = result {
            // Resolved only now, so that names are numbered in word order.
            let result = self.id_of(token)?;
            self.words.push(result);
        }
        let done = if raw_type {
            Err(InstructionError::Raw)
        } else {
            self.operands(&opcode.operands[usize::from(typed) + usize::from(needs)..])
        };
        match done {
            Ok(()) if self.starts_statement() => {}
            Ok(()) => return Err(self.unexpected(&format!("the end of {}", opcode.name), None)),
            Err(InstructionError::Raw) => self.raw_words()?,
            Err(InstructionError::Failed) => return Err(InstructionError::Failed),
        }
        let count = self.words.len() - self.begin;
        let Ok(count) = u16::try_from(count) else {
            self.error(name.span(), format!("expected at most 65535 words, found {count}"), None);
            return Err(InstructionError::Failed);
        };
        self.words[self.begin] = u32::from(count) << 16 | u32::from(opcode.number);
        self.context.observe(opcode.number, typed, self.words[self.begin + 1..].iter().copied());
        Ok(())
    }

    /// Assembles raw words, and anything between them, up to the next instruction.
    fn raw_words(&mut self) -> Result<(), InstructionError> {
        while !self.starts_statement() {
            match self.token.kind {
                Kind::Raw => self.raw_word()?,
                Kind::Id => self.operand(Operand::Id)?,
                Kind::String => self.operand(Operand::String)?,
                Kind::Word => self.operand(Operand::Integer)?,
                _ => return Err(self.unexpected("a raw word", None)),
            }
        }
        Ok(())
    }

    fn raw_word(&mut self) -> Result<(), InstructionError> {
        let Ok(word) = parse_word(&self.text_of(self.token)[1..]) else {
            let message =
                format!("expected a number of 32 bits after `!`, found `{}`", self.text_of(self.token));
            self.error(self.token.span(), message, None);
            return Err(InstructionError::Failed);
        };
        self.words.push(word);
        self.advance();
        Ok(())
    }

    /// Number of the id in the current token; does not advance.
    #[inline]
    fn id(&mut self) -> Result<u32, InstructionError> {
        match self.token.kind {
            Kind::Id => self.id_of(self.token),
            _ => Err(self.unexpected("an id", None)),
        }
    }

    /// Number of the id in a token that may already be consumed.
    #[inline]
    fn id_of(&mut self, token: Token) -> Result<u32, InstructionError> {
        let name = &self.text_of(token)[1..];
        let number = match numeric(name).or_else(|| self.names.get(name).copied()) {
            Some(number) => number,
            None if is_name(name) => self.name(name, token)?,
            None => {
                let help = "a name has letters, digits and underscores".to_owned();
                let message = format!("expected an id, found `{}`", self.text_of(token));
                self.error(token.span(), message, Some(help));
                return Err(InstructionError::Failed);
            }
        };
        self.largest = self.largest.max(number);
        Ok(number)
    }

    /// Allocates the number of a new name.
    fn name(&mut self, name: &'t str, token: Token) -> Result<u32, InstructionError> {
        if let Some(number) = self.directives.ids.get(name).copied() {
            self.names.insert(name, number);
            return Ok(number);
        }
        let mut numbers = self.numbers.take().unwrap_or_else(|| self.collect_numbers());
        while numbers.taken.get(numbers.passed) == Some(&numbers.next) {
            numbers.passed += 1;
            numbers.next = numbers.next.saturating_add(1);
        }
        let number = numbers.next;
        numbers.next = numbers.next.saturating_add(1);
        self.numbers = Some(numbers);
        if number == u32::MAX {
            self.error(token.span(), "no number is left for this id".into(), None);
            return Err(InstructionError::Failed);
        }
        self.names.insert(name, number);
        Ok(number)
    }

    fn collect_numbers(&self) -> Numbers {
        let mut taken: Vec<u32> = self.directives.ids.values().copied().collect();
        let mut lexer = Lexer::new(self.text);
        loop {
            let token = lexer.next();
            match token.kind {
                Kind::End => break,
                Kind::Id => taken.extend(numeric(&self.text[token.start + 1..token.end])),
                _ => {}
            }
        }
        taken.retain(|number| *number != 0);
        taken.sort_unstable();
        taken.dedup();
        Numbers { taken, passed: 0, next: 1 }
    }

    fn finish(mut self) -> Result<Vec<u8>, Vec<AssembleError>> {
        let directives = &self.directives;
        let partial = directives.header < 5;
        if partial && !self.words.is_empty() {
            let message = "expected no instructions after a header that is not complete".to_owned();
            self.error(self.text.len()..self.text.len(), message, None);
        }
        if !self.errors.is_empty() {
            self.errors.sort_by_key(|error| error.span.start);
            return Err(self.errors);
        }
        let directives = self.directives;
        let bound =
            directives.bound.unwrap_or_else(|| self.largest.wrapping_add(1).max(directives.least_bound));
        let header = [MAGIC, directives.version, directives.generator, bound, directives.schema];
        let mut bytes = Vec::with_capacity(self.words.len() * 4 + 24);
        for word in header.iter().take(directives.header).chain(&self.words) {
            bytes.extend(directives.endian.bytes(*word));
        }
        bytes.extend(directives.trailing);
        Ok(bytes)
    }
}
