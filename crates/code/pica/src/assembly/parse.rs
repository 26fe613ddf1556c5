//! Parses exact assembly, line by line, with one token of lookahead.
//!
//! A failed line gives one error and a zero word, so that later labels keep their addresses.

use std::collections::HashMap;
use std::ops::Range;

use glassbox_core::error::ErrorList;
use glassbox_core::suggest::similar;

use crate::format::Field;
use crate::opcode::{Opcode, Operand};

use super::error::SourceError;
use super::lex::{self, Kind, Token};

/// Maximum number of errors; assembling stops there.
pub const MAX_ERRORS: usize = 100;

/// Result of [`assemble`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    /// The code; zero words for lines with errors.
    pub bytes: Vec<u8>,
    /// Labels with their word indices, in text order.
    pub labels: Vec<(String, usize)>,
    /// Errors in text order, at most [`MAX_ERRORS`].
    pub errors: Vec<SourceError>,
}

impl Assembly {
    /// The bytes of an error-free text.
    ///
    /// # Errors
    ///
    /// The errors, if any.
    pub fn into_result(self) -> Result<Vec<u8>, ErrorList<SourceError>> {
        if self.errors.is_empty() { Ok(self.bytes) } else { Err(self.errors.into()) }
    }
}

/// An error without its line and column.
pub(super) struct ParseError {
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

pub(super) fn fault<T>(span: Range<usize>, message: String) -> Result<T, ParseError> {
    Err(ParseError { span, message, help: None })
}

/// A flow target to patch once all labels are known.
struct Fixup {
    word: usize,
    name: Range<usize>,
}

/// Assembles exact assembly text.
#[must_use]
pub fn assemble(text: &str) -> Assembly {
    let mut words: Vec<u32> = Vec::new();
    let mut tail: Vec<u8> = Vec::new();
    let mut labels: HashMap<&str, usize> = HashMap::new();
    let mut order = Vec::new();
    let mut fixups = Vec::new();
    let mut faults = Vec::new();
    let mut base = 0;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let mut parser = Line { text, line: content, base, token: lex::next(content, 0, base), fixup: None };
        let at = words.len();
        let result = parser.labels(at, &tail, &mut labels, &mut order).and_then(|()| {
            match parser.statement(&mut tail)? {
                Some(_) if !tail.is_empty() => {
                    let start = base + content.len() - content.trim_start().len();
                    fault(
                        start..base + content.trim_end().len(),
                        "expected nothing after .byte, found a word".into(),
                    )
                }
                word => Ok(word),
            }
        });
        match result {
            Ok(None) => {}
            Ok(Some(word)) => {
                fixups.extend(parser.fixup.take().map(|name| Fixup { word: at, name }));
                words.push(word);
            }
            Err(error) => {
                words.push(0);
                faults.push(error);
                if faults.len() == MAX_ERRORS {
                    break;
                }
            }
        }
        base += line.len();
    }
    resolve(text, &mut words, &labels, &fixups, &mut faults);
    faults.sort_by_key(|fault| fault.span.start);
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend(tail);
    let labels = order.into_iter().map(|(name, at): (&str, usize)| (name.to_owned(), at)).collect();
    Assembly { bytes, labels, errors: locate(text, faults) }
}

fn resolve(
    text: &str,
    words: &mut [u32],
    labels: &HashMap<&str, usize>,
    fixups: &[Fixup],
    faults: &mut Vec<ParseError>,
) {
    for fixup in fixups {
        if faults.len() >= MAX_ERRORS {
            return;
        }
        let name = &text[fixup.name.clone()];
        let format = Opcode::of(words[fixup.word]).format();
        match labels.get(name) {
            Some(&at) => {
                match u32::try_from(at).ok().and_then(|at| format.set(words[fixup.word], Field::Target, at)) {
                    Some(word) => words[fixup.word] = word,
                    None => faults.push(ParseError {
                        span: fixup.name.clone(),
                        message: format!("label {} is at word {at}, but targets end at 4095", quote(name)),
                        help: None,
                    }),
                }
            }
            None => faults.push(ParseError {
                span: fixup.name.clone(),
                message: format!("expected a label of this text, found {}", quote(name)),
                // A suggestion scans all labels, so only the first few errors get one.
                help: (faults.len() < 10)
                    .then(|| similar(name, labels.keys().copied()))
                    .flatten()
                    .map(|label| format!("did you mean `{label}`?")),
            }),
        }
    }
}

/// Converts offsets to lines and columns in one pass over the text.
fn locate(text: &str, faults: Vec<ParseError>) -> Vec<SourceError> {
    let (mut line, mut start, mut seen) = (1, 0, 0);
    let index = |fault: ParseError| {
        let at = fault.span.start;
        let skipped = &text[seen..at];
        line += skipped.matches('\n').count();
        if let Some(newline) = skipped.rfind('\n') {
            start = seen + newline + 1;
        }
        seen = at;
        let column = text[start..at].chars().count() + 1;
        SourceError { line, column, span: fault.span, message: fault.message, help: fault.help }
    };
    faults.into_iter().map(index).collect()
}

/// Text quoted in a message, cut if long.
fn quote(found: &str) -> String {
    const LONGEST: usize = 32;
    match found.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}...`", &found[..cut]),
        None => format!("`{found}`"),
    }
}

/// State of parsing one line.
pub(super) struct Line<'t> {
    text: &'t str,
    line: &'t str,
    base: usize,
    pub(super) token: Token,
    /// Span of the label used as the line's flow target.
    pub(super) fixup: Option<Range<usize>>,
}

impl<'t> Line<'t> {
    pub(super) fn slice(&self, token: &Token) -> &'t str {
        &self.text[token.span.clone()]
    }

    pub(super) fn advance(&mut self) -> Token {
        let next = lex::next(self.line, self.token.span.end - self.base, self.base);
        std::mem::replace(&mut self.token, next)
    }

    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.advance();
        }
        found
    }

    /// The token after the current one.
    fn peek(&self) -> Token {
        lex::next(self.line, self.token.span.end - self.base, self.base)
    }

    fn found(&self) -> String {
        if self.token.kind == Kind::End {
            "the end of the line".into()
        } else {
            quote(self.slice(&self.token))
        }
    }

    pub(super) fn expected<T>(&self, what: &str) -> Result<T, ParseError> {
        fault(self.token.span.clone(), format!("expected {what}, found {}", self.found()))
    }

    pub(super) fn with_help<T>(&self, what: &str, help: String) -> Result<T, ParseError> {
        let message = format!("expected {what}, found {}", self.found());
        Err(ParseError { span: self.token.span.clone(), message, help: Some(help) })
    }

    pub(super) fn expect(&mut self, kind: Kind, what: &str) -> Result<Token, ParseError> {
        if self.token.kind == kind { Ok(self.advance()) } else { self.expected(what) }
    }

    fn labels(
        &mut self,
        at: usize,
        tail: &[u8],
        labels: &mut HashMap<&'t str, usize>,
        order: &mut Vec<(&'t str, usize)>,
    ) -> Result<(), ParseError> {
        while self.token.kind == Kind::Word && self.peek().kind == Kind::Colon {
            let name = self.slice(&self.token);
            if !tail.is_empty() {
                return self.expected("nothing after .byte");
            }
            if let Some(first) = labels.get(name) {
                let message = format!("label {} is already at word {first}", quote(name));
                return fault(self.token.span.clone(), message);
            }
            labels.insert(name, at);
            order.push((name, at));
            self.advance();
            self.advance();
        }
        Ok(())
    }

    fn statement(&mut self, tail: &mut Vec<u8>) -> Result<Option<u32>, ParseError> {
        let word = match self.token.kind {
            Kind::End => return Ok(None),
            Kind::Dot => {
                self.advance();
                match self.slice(&self.token) {
                    "word" => {
                        self.advance();
                        Some(self.number("a 32-bit number", u32::MAX)?)
                    }
                    "byte" => {
                        self.advance();
                        loop {
                            tail.push(self.number("a number up to 255", 255)? as u8);
                            if !self.eat(Kind::Comma) {
                                break;
                            }
                        }
                        None
                    }
                    _ => return self.expected("`word` or `byte` after the dot"),
                }
            }
            Kind::Word => Some(self.instruction()?),
            _ => return self.expected("an instruction, a label, .word or .byte"),
        };
        if self.token.kind != Kind::End {
            return self.expected("the end of the line");
        }
        Ok(word)
    }

    fn instruction(&mut self) -> Result<u32, ParseError> {
        let name = self.slice(&self.token);
        let Some(opcode) = Opcode::named(name) else {
            let known = Opcode::all().map(|opcode| opcode.info().mnemonic).filter(|name| !name.is_empty());
            return match (name, similar(name, known)) {
                ("for", _) => self.with_help("a mnemonic", "did you mean `loop`?".into()),
                (_, Some(close)) => self.with_help("a mnemonic", format!("did you mean `{close}`?")),
                (_, None) => self.expected("a mnemonic"),
            };
        };
        self.advance();
        let info = opcode.info();
        let mut word = opcode.base_word();
        let mut first = true;
        for &operand in info.operands {
            if !self.present(operand, first) {
                continue;
            }
            if !first {
                self.expect(Kind::Comma, "`,`")?;
            }
            first = false;
            word = self.operand(info, operand, word)?;
        }
        Ok(word)
    }

    /// True if an optional operand follows; required ones are always present.
    pub(super) fn present(&self, operand: Operand, first: bool) -> bool {
        let item = match (first, self.token.kind) {
            (true, _) => self.token.clone(),
            (false, Kind::Comma) => self.peek(),
            (false, _) => Token { kind: Kind::End, span: self.token.span.clone() },
        };
        let text = self.slice(&item);
        match operand {
            Operand::SpareCondition => {
                let rest = &self.line[item.span.end - self.base..];
                item.kind == Kind::Not || (text == "cmp" && rest.trim_start().starts_with('.'))
            }
            Operand::SpareTarget => {
                matches!(item.kind, Kind::Number(_)) || (item.kind == Kind::Word && text != "reserved")
            }
            Operand::SpareCount | Operand::JumpCount => matches!(item.kind, Kind::Number(_)),
            Operand::Flags => item.kind == Kind::Word && text != "reserved",
            Operand::Reserved => item.kind == Kind::Word && text == "reserved",
            _ => true,
        }
    }
}
