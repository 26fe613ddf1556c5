//! State of the assembler: the next token, the module so far, mistakes.

use std::collections::HashMap;
use std::ops::Range;

use glassbox_core::diagnostic::Rule;
use glassbox_core::language::SourceError;
use glassbox_core::suggest::similar;
use glassbox_dxil::ir::{Builder, Flags, FunctionId, LabelId, List, TypeId, Types, Value, ValueId};

use super::attributes::{Groups, PendingAttributes};
use super::constant::BlockAddress;
use super::global::Global;
use super::lexer::{Lexer, Token};
use super::local::FunctionState;
use super::metadata::{Node, PendingLocation};
use super::rules;
use super::types::NamedType;
use crate::dxil::types::TypeNames;

/// Mistakes reported at most.
const MAX_MISTAKES: usize = 64;
/// Nesting of types, constants and metadata in the text.
pub(super) const MAX_DEPTH: u32 = 100;
/// Longest word, name or type in a message.
const MAX_SHOWN: usize = 60;

/// A mistake that has been reported, or that follows from one.
#[derive(Debug)]
pub(super) struct Failed;

pub(super) type Parsed<T> = Result<T, Failed>;

/// Name or number of a definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    Name(Vec<u8>),
    Number(u32),
}

pub(super) struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The next token.
    pub(super) token: Token<'t>,
    /// Its place.
    pub(super) span: Range<usize>,
    /// End of the token before it.
    pub(super) end: usize,
    pub(super) mistakes: Vec<SourceError>,
    /// The module so far.
    pub(super) builder: Builder,
    /// What `fast` stands for in some functions.
    pub(super) fast: HashMap<Vec<u8>, Vec<Flags>>,
    pub(super) depth: u32,
    /// Nesting of each type, by index.
    pub(super) type_depths: Vec<u8>,
    pub(super) types: HashMap<Key, NamedType>,
    pub(super) globals: HashMap<Key, Global>,
    /// Number of the next unnamed global.
    pub(super) next_global: u32,
    pub(super) sections: HashMap<Vec<u8>, u32>,
    pub(super) collectors: HashMap<Vec<u8>, u32>,
    /// COMDATs: place, and the first use until it is defined.
    pub(super) comdats: HashMap<Vec<u8>, (u32, Option<Range<usize>>)>,
    pub(super) nodes: HashMap<u32, Node>,
    /// Operands of named nodes.
    pub(super) named: Vec<(Vec<u8>, Vec<glassbox_dxil::ir::MetadataId>)>,
    /// Places of named nodes.
    pub(super) named_places: HashMap<Vec<u8>, usize>,
    pub(super) groups: Groups,
    pub(super) pending_attributes: Vec<PendingAttributes>,
    pub(super) pending_locations: Vec<PendingLocation>,
    pub(super) block_addresses: Vec<BlockAddress>,
    /// Places of block addresses.
    pub(super) block_address_places: HashMap<(Key, Key), usize>,
    /// Blocks of all functions.
    pub(super) labels: HashMap<(FunctionId, Key), LabelId>,
    /// The function whose body is being read.
    pub(super) function: Option<FunctionState>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Parser<'t> {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            span: 0..0,
            end: 0,
            mistakes: Vec::new(),
            builder: Builder::new(),
            fast: HashMap::new(),
            depth: 0,
            type_depths: Vec::new(),
            types: HashMap::new(),
            globals: HashMap::new(),
            next_global: 0,
            sections: HashMap::new(),
            collectors: HashMap::new(),
            comdats: HashMap::new(),
            nodes: HashMap::new(),
            named: Vec::new(),
            named_places: HashMap::new(),
            groups: Groups::default(),
            pending_attributes: Vec::new(),
            pending_locations: Vec::new(),
            block_addresses: Vec::new(),
            block_address_places: HashMap::new(),
            labels: HashMap::new(),
            function: None,
        };
        parser.advance();
        parser
    }

    /// Reads the next token.
    pub(super) fn advance(&mut self) {
        self.end = self.span.end;
        (self.token, self.span) = self.lexer.next();
    }

    /// The token after the next one.
    pub(super) fn second(&self) -> Token<'t> {
        let mut lexer = self.lexer;
        lexer.next().0
    }

    /// Skips the rest of the line of the next token, or the line of the last one if the next is on another.
    pub(super) fn skip_line(&mut self) {
        let text = self.lexer.text().as_bytes();
        let between = text.get(self.end..self.span.start).unwrap_or_default();
        if between.contains(&b'\n') && self.end > 0 {
            return;
        }
        self.lexer.skip_line(self.span.start);
        self.advance();
    }

    /// True if the next token is at the start of a line.
    pub(super) fn is_at_margin(&self) -> bool {
        let before = self.span.start.checked_sub(1).and_then(|at| self.lexer.text().as_bytes().get(at));
        before.is_none_or(|byte| *byte == b'\n')
    }

    /// True if nothing more is reported.
    pub(super) fn is_full(&self) -> bool {
        self.mistakes.len() >= MAX_MISTAKES
    }

    /// Reports a mistake.
    pub(super) fn fail(
        &mut self,
        rule: &'static Rule,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Failed {
        if !self.is_full() {
            let (message, help) = (message.into(), Some(help.into()));
            self.mistakes.push(SourceError { rule: Some(rule), span, message, help });
        }
        Failed
    }

    /// Reports that something else is expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Failed {
        let (span, found) = self.described();
        match self.token {
            Token::Open => {
                let help = "close it with a quotation mark; one inside is written \\22";
                self.fail(
                    &rules::TEXT,
                    span,
                    format!("found {found} without an end, expected {expected}"),
                    help,
                )
            }
            Token::Large => {
                let help = "use a number below 4294967296";
                self.fail(
                    &rules::NUMBER,
                    span,
                    format!("found {found}, which does not fit into 32 bits"),
                    help,
                )
            }
            _ => {
                let help = format!("write {expected} here");
                self.fail(&rules::SYNTAX, span, format!("found {found}, expected {expected}"), help)
            }
        }
    }

    /// Place and description of the next token. The end of the line, if it is on another than the last one.
    fn described(&self) -> (Range<usize>, String) {
        let text = self.lexer.text();
        let between = text.as_bytes().get(self.end..self.span.start).unwrap_or_default();
        if self.token == Token::End {
            return (self.end..self.end, "the end of the text".to_owned());
        }
        if between.contains(&b'\n') && self.end > 0 {
            return (self.end..self.end, "the end of the line".to_owned());
        }
        let found = text.get(self.span.clone()).unwrap_or_default();
        (self.span.clone(), format!("`{}`", shown(found)))
    }

    /// Reports an unknown word, with a similar one.
    pub(super) fn unknown<'n>(
        &mut self,
        expected: &str,
        known: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Failed {
        let Token::Word(word) = self.token else { return self.unexpected(expected) };
        let help = match similar(word, known.clone()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => {
                let mut names: Vec<&str> = known.into_iter().take(13).collect();
                let more = if names.len() > 12 { ", ..." } else { "" };
                names.truncate(12);
                format!("it can be {}{more}", names.join(", "))
            }
        };
        let message = format!("found `{}`, expected {expected}", shown(word));
        self.fail(&rules::WORD, self.span.clone(), message, help)
    }

    /// Consumes a mark if it comes next.
    pub(super) fn eat(&mut self, mark: u8) -> bool {
        let is_next = self.token == Token::Mark(mark);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Consumes a word if it comes next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.token == Token::Word(word);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Consumes a mark, or fails.
    pub(super) fn expect(&mut self, mark: u8) -> Parsed<()> {
        if self.eat(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{}`", char::from(mark)))) }
    }

    /// Consumes a word, or fails.
    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// Consumes a string, or fails.
    pub(super) fn text(&mut self) -> Parsed<Vec<u8>> {
        match self.token {
            Token::Text(text) => {
                self.advance();
                Ok(super::lexer::unescaped(text).into_owned())
            }
            _ => Err(self.unexpected("a string")),
        }
    }

    /// Consumes an unsigned number up to `limit`, or fails.
    pub(super) fn unsigned(&mut self, limit: u64, what: &str) -> Parsed<u64> {
        let Token::Integer(digits) = self.token else {
            return Err(self.unexpected(what));
        };
        let number = digits.parse::<u64>().ok().filter(|number| *number <= limit);
        match number {
            Some(number) => {
                self.advance();
                Ok(number)
            }
            None => {
                let message = format!("found {}, expected {what} from 0 to {limit}", shown(digits));
                let help = "write a decimal number in that range";
                let failed = self.fail(&rules::NUMBER, self.span.clone(), message, help);
                self.advance();
                Err(failed)
            }
        }
    }

    /// Consumes an unsigned number of 32 bits, or fails.
    pub(super) fn word32(&mut self, what: &str) -> Parsed<u32> {
        self.unsigned(u64::from(u32::MAX), what).map(|number| number as u32)
    }

    /// Runs `read` one level deeper, or fails if that is too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("found more than {MAX_DEPTH} levels, expected fewer");
            let help = "name the inner part and use the name";
            return Err(self.fail(&rules::LIMIT, self.span.clone(), message, help));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Checks that a name can be one.
    pub(super) fn name(&mut self, text: &str, span: &Range<usize>) -> Parsed<Vec<u8>> {
        let name = super::lexer::unescaped(text).into_owned();
        if name.contains(&0) {
            let message = "found a zero byte in a name, expected none";
            return Err(self.fail(&rules::TEXT, span.clone(), message, "remove `\\00` from the name"));
        }
        Ok(name)
    }

    /// The types of the module.
    pub(super) fn table(&mut self) -> &mut Types {
        &mut self.builder.module.types
    }

    /// Type of a value that is in scope.
    pub(super) fn type_of(&self, value: ValueId) -> Option<TypeId> {
        if matches!(value.list(), List::Local(_)) {
            return self.function.as_ref()?.body.local(value).map(|local| local.ty);
        }
        self.builder.module.type_of(value)
    }

    /// True for a constant of the module.
    pub(super) fn is_constant(&self, value: ValueId) -> bool {
        matches!(self.builder.module.value(value), Some(Value::Constant(_)))
    }

    /// Spelling of a type, for messages.
    pub(super) fn spelled(&self, ty: TypeId) -> String {
        let names = TypeNames::new(&self.builder.module.types, &[]);
        shown(&String::from_utf8_lossy(names.get(ty)))
    }

    /// Text of a place, for messages.
    pub(super) fn shown(&self, span: &Range<usize>) -> String {
        shown(self.lexer.text().get(span.clone()).unwrap_or_default())
    }

    /// The whole text.
    pub(super) fn whole(&self) -> &'t str {
        self.lexer.text()
    }
}

/// A piece of the text, cut for use in a message.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
