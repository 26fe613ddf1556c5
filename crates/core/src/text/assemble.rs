//! Text to bytes.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::expression::{Expression, expression, found, is_content, number, path, sign, unknown};
use super::lexer::{Lexer, Token};
use super::quote::unquote;
use super::{CYCLE, HEADER, LABEL, LANGUAGE, SIZE, SYNTAX, VALUE, VERSION};
use crate::diagnostic::{Diagnostic, Location, Rule};
use crate::language::Registry;
use crate::limits::MAX_DEPTH;
use crate::value::Scalar;

/// Most mistakes that are reported for one text.
const MAX_FAULTS: usize = 100;

/// What assembling may cost.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Most bytes that a text may stand for.
    pub size: u64,
}

impl Default for Options {
    /// 4 GiB.
    fn default() -> Self {
        Options { size: 4 << 30 }
    }
}

/// An assembled text.
#[derive(Debug, Default)]
pub struct Assembly {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where each node and field stands, by path.
    pub marks: HashMap<String, Mark>,
}

/// Where a node or field stands in the bytes and in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Address of the first byte: its offset in the bytes, or past them in the content of a packed or gathered node.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Number of nodes, values or strings directly in it.
    pub children: u64,
    /// The whole item in the text.
    pub span: Range<usize>,
    /// Its value, or what stands between its braces.
    pub value: Range<usize>,
    /// The addresses of the content of a packed or gathered node.
    content: Option<Range<u64>>,
    /// What it is; where two items have one path the label means the higher rank.
    rank: Rank,
    /// How often it opens; more than once for a group in pieces.
    pieces: u32,
    /// Whether two different items have this path.
    ambiguous: bool,
}

/// Ranks of items, from the mildest claim on a path to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    /// A value or string of a list.
    Element,
    /// A line with `=`.
    Line,
    /// Anything with braces.
    Node,
}

/// A mistake in the text.
#[derive(Debug)]
pub(super) struct Fault {
    rule: &'static Rule,
    span: Range<usize>,
    message: String,
    help: Option<String>,
}

impl Fault {
    pub(super) fn new(rule: &'static Rule, span: &Range<usize>, message: impl Into<String>) -> Fault {
        Fault {
            rule,
            span: span.clone(),
            message: message.into(),
            help: None,
        }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

/// The labels of a text.
#[derive(Default)]
pub(super) struct Labels {
    marks: HashMap<String, Mark>,
}

impl Labels {
    /// The mark of a path in the source.
    pub(super) fn find(&self, source: &str, span: &Range<usize>) -> Result<&Mark, Fault> {
        let path = source.get(span.clone()).unwrap_or("");
        let mark = self
            .marks
            .get(path)
            .ok_or_else(|| unknown(span, path, self.nearest(path)))?;
        if mark.ambiguous {
            return Err(Fault::new(&LABEL, span, format!("two nodes are called `{path}`")));
        }
        Ok(mark)
    }

    /// The same for a node that must lie in one piece.
    pub(super) fn whole(&self, source: &str, span: &Range<usize>) -> Result<&Mark, Fault> {
        let mark = self.find(source, span)?;
        if mark.pieces > 1 {
            let path = source.get(span.clone()).unwrap_or("");
            return Err(Fault::new(
                &LABEL,
                span,
                format!("`{path}` stands in {} pieces", mark.pieces),
            ));
        }
        Ok(mark)
    }

    /// The addresses of the content of a packed or gathered node.
    pub(super) fn content(&self, source: &str, span: &Range<usize>) -> Result<Range<u64>, Fault> {
        let mark = self.find(source, span)?;
        mark.content.clone().ok_or_else(|| {
            let path = source.get(span.clone()).unwrap_or("");
            Fault::new(&LABEL, span, format!("`{path}` has no content of its own"))
                .help("only packed and gathered nodes have one; write the path alone for the node")
        })
    }

    fn nearest(&self, path: &str) -> Option<&str> {
        let known = self.marks.keys().take(10_000).map(String::as_str);
        crate::text::assemble::nearest(path, known)
    }
}

/// The known word that differs least from `word`, if one is near enough to be meant.
pub(crate) fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let bound = 1 + word.len() / 4;
    known
        .filter(|other| other.len().abs_diff(word.len()) <= bound && other.len() < 128)
        .map(|other| (distance(word.as_bytes(), other.as_bytes()), other))
        .filter(|&(distance, _)| distance <= bound)
        .min()
        .map(|(_, other)| other)
}

fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

/// A number that is worked out when every label has its place.
struct Patch {
    space: usize,
    at: usize,
    scalar: Scalar,
    /// Bits of the scalar: the whole of it, or one packed field.
    shift: u32,
    width: u32,
    expression: Expression,
    span: Range<usize>,
}

/// Bytes that follow from other bytes and are worked out last.
struct Derived {
    space: usize,
    range: Range<usize>,
    span: Range<usize>,
    how: How,
}

/// What derived bytes follow from.
enum How {
    /// The digest of the bytes from one node to another.
    Digest {
        algorithm: String,
        from: Range<usize>,
        to: Range<usize>,
    },
    /// The digest of a content.
    ContentDigest { algorithm: String, of: Range<usize> },
    /// The stored form of a content.
    Pack {
        number: usize,
        codec: String,
        stored: Vec<u8>,
        content: usize,
    },
    /// A piece of a content.
    Piece { of: Range<usize>, offset: u64 },
}

/// Addresses of a content are so far from those of the next.
const SPACE: u64 = 1 << 48;

/// The first address of a content, or of the file.
const fn base(space: usize) -> u64 {
    space as u64 * SPACE
}

struct Assembler<'s> {
    lexer: Lexer<'s>,
    registry: &'s Registry,
    options: Options,
    bytes: Vec<u8>,
    labels: Labels,
    patches: Vec<Patch>,
    derived: Vec<Derived>,
    faults: Vec<Fault>,
    /// Number of the content that `bytes` is; zero for the file.
    here: usize,
    /// Finished contents by number.
    contents: Vec<Vec<u8>>,
    /// What is around the content: numbers with bytes.
    outside: Vec<(usize, Vec<u8>)>,
    /// Sizes that packed nodes came to in the round before, by number.
    sizes: &'s [usize],
    packs: usize,
}

/// Rounds that the sizes of packed nodes may take to settle.
const MAX_ROUNDS: usize = 8;

/// The bytes that a text stands for; `Err` lists every mistake.
pub fn assemble(source: &str, registry: &Registry) -> Result<Vec<u8>, Vec<Diagnostic>> {
    assemble_with(source, registry, &Options::default()).map(|assembly| assembly.bytes)
}

/// The bytes that a text stands for, with the places of everything in it.
pub fn assemble_with(
    source: &str,
    registry: &Registry,
    options: &Options,
) -> Result<Assembly, Vec<Diagnostic>> {
    let mut sizes = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let (result, settled) = round(source, registry, options, &sizes);
        match settled {
            Some(settled) if settled != sizes && result.is_ok() => sizes = settled,
            _ => return result,
        }
    }
    let fault = Fault::new(&CYCLE, &(0..0), "the size of a packed node follows from itself");
    Err(vec![Diagnostic::new(
        fault.rule,
        Location::in_text(source, fault.span),
        fault.message,
    )])
}

/// Assembles once, with sizes of packed nodes from the round before. The sizes that they come to are handed out when they
/// are others.
fn round(
    source: &str,
    registry: &Registry,
    options: &Options,
    sizes: &[usize],
) -> (Result<Assembly, Vec<Diagnostic>>, Option<Vec<usize>>) {
    let mut assembler = Assembler {
        lexer: Lexer::new(source),
        registry,
        options: *options,
        bytes: Vec::new(),
        labels: Labels::default(),
        patches: Vec::new(),
        derived: Vec::new(),
        faults: Vec::new(),
        here: 0,
        contents: vec![Vec::new()],
        outside: Vec::new(),
        sizes,
        packs: 0,
    };
    match assembler.header() {
        Ok(()) => assembler.items(),
        Err(fault) => assembler.faults.push(fault),
    }
    assembler.contents[0] = std::mem::take(&mut assembler.bytes);
    let mut settled = None;
    if assembler.faults.is_empty() {
        assembler.apply_patches();
    }
    if assembler.faults.is_empty() {
        settled = assembler.derive();
    }
    if assembler.faults.is_empty() {
        let assembly = Assembly {
            bytes: assembler.contents.swap_remove(0),
            marks: assembler.labels.marks,
        };
        return (Ok(assembly), settled);
    }
    (Err(assembler.diagnostics()), None)
}

/// An open `{`.
struct Open {
    path: String,
    start: u64,
    children: u64,
    span: usize,
    inside: usize,
    content: Option<OpenContent>,
}

/// The content that an open `{` holds.
struct OpenContent {
    number: usize,
    /// Name of the codec with its place; `None` for a gathered node.
    codec: Option<(String, Range<usize>)>,
}

impl Assembler<'_> {
    fn diagnostics(mut self) -> Vec<Diagnostic> {
        let source = self.lexer.source;
        self.faults.sort_by_key(|fault| fault.span.start);
        let faults = self.faults.into_iter().take(MAX_FAULTS);
        faults
            .map(|fault| {
                let place = Location::in_text(source, fault.span);
                let mut diagnostic = Diagnostic::new(fault.rule, place, fault.message);
                diagnostic.help = fault.help;
                diagnostic
            })
            .collect()
    }

    fn header(&mut self) -> Result<(), Fault> {
        let word = self.lexer.next();
        let version = self.lexer.next();
        let span = word.span.start..version.span.end;
        if self.lexer.text(&word.span) != HEADER || version.token != Token::Number {
            return Err(Fault::new(
                &super::HEADER_LINE,
                &span,
                format!("expected `{HEADER} {VERSION}` on the first line"),
            ));
        }
        if self.lexer.text(&version.span) != VERSION.to_string() {
            let found = self.lexer.text(&version.span);
            return Err(Fault::new(
                &super::HEADER_LINE,
                &version.span,
                format!("the text is of version {found}, this program reads version {VERSION}"),
            ));
        }
        Ok(())
    }

    fn items(&mut self) {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let lexed = self.lexer.next();
            match lexed.token {
                Token::End => {
                    if let Some(top) = open.last() {
                        let span = top.span..top.span + 1;
                        let message = format!("`{}` is not closed, expected `}}`", top.path);
                        self.faults.push(Fault::new(&SYNTAX, &span, message));
                    }
                    return;
                }
                Token::Sign(b'}') => match open.pop() {
                    Some(node) => {
                        if let Err(fault) = self.close(node, &lexed.span) {
                            self.fault(fault);
                        }
                    }
                    None => self.fault(Fault::new(&SYNTAX, &lexed.span, "found `}`, but nothing is open")),
                },
                Token::Word => {
                    let name = self.lexer.text(&lexed.span);
                    let path = match open.last_mut() {
                        Some(parent) => {
                            parent.children += 1;
                            let dot = if name.starts_with('[') { "" } else { "." };
                            format!("{}{dot}{name}", parent.path)
                        }
                        None => name.to_owned(),
                    };
                    match self.item(path, lexed.span.start, open.len()) {
                        Ok(Some(node)) => open.push(node),
                        Ok(None) => {}
                        Err(fault) => self.fault(fault),
                    }
                }
                _ => {
                    let fault = found(&self.lexer, &lexed.span, "the name of a node or field, or `}`");
                    self.fault(fault);
                }
            }
            if self.faults.len() >= MAX_FAULTS {
                return;
            }
        }
    }

    /// Ends a node at its `}`.
    fn close(&mut self, node: Open, brace: &Range<usize>) -> Result<(), Fault> {
        let Open {
            path,
            start,
            children,
            ..
        } = node;
        let mut content = None;
        if let Some(OpenContent { number, codec }) = node.content {
            content = Some(base(number)..base(number) + self.bytes.len() as u64);
            let (here, outer) = self.outside.pop().unwrap_or_default();
            self.here = here;
            self.contents[number] = std::mem::replace(&mut self.bytes, outer);
            if let Some((codec, span)) = codec {
                self.stored(number, codec, span)?;
            }
        }
        let span = node.span..brace.end;
        let end = self.bytes.len() as u64;
        let inside = node.inside..brace.start;
        if content.is_none() {
            self.mark(path, start..end, children, span, inside, Rank::Node);
            return Ok(());
        }
        self.mark(path.clone(), start..end, children, span, inside, Rank::Node);
        if let Some(mark) = self.labels.marks.get_mut(&path) {
            mark.content = content;
        }
        Ok(())
    }

    /// What follows the content of a packed node: `stored =` with the bytes that stood for it, or nothing.
    fn stored(&mut self, content: usize, codec: String, span: Range<usize>) -> Result<(), Fault> {
        let at = self.bytes.len();
        let ahead = self.lexer.peek();
        if ahead.token == Token::Word && self.lexer.text(&ahead.span) == "stored" {
            self.lexer.next();
            sign(&mut self.lexer, b'=')?;
            let derived = self.derived.len();
            self.value("", Ty::Bytes(None))?;
            if self.derived.len() > derived {
                let message = "stored bytes must be stated as they are";
                return Err(Fault::new(&SYNTAX, &ahead.span, message));
            }
        }
        let number = self.packs;
        self.packs += 1;
        let stored = self.bytes.split_off(at);
        let size = self.sizes.get(number).copied().unwrap_or(stored.len());
        if (at + size) as u64 > self.options.size {
            return Err(self.too_long(size as i128, &span));
        }
        self.bytes.resize(at + size, 0);
        self.derived.push(Derived {
            space: self.here,
            range: at..at + size,
            span,
            how: How::Pack {
                number,
                codec,
                stored,
                content,
            },
        });
        Ok(())
    }

    fn too_long(&self, size: i128, span: &Range<usize>) -> Fault {
        let message = format!(
            "{size} more bytes go over the limit of {} in all",
            self.options.size
        );
        Fault::new(&SIZE, span, message)
    }

    /// Begins a node with a content of its own.
    fn open_content(
        &mut self,
        path: String,
        span: usize,
        depth: usize,
        word: &Range<usize>,
    ) -> Result<Option<Open>, Fault> {
        let codec = match self.lexer.text(word) {
            "packed" => {
                sign(&mut self.lexer, b'(')?;
                let name = self.lexer.next();
                let text = self.lexer.text(&name.span).trim_matches('"').to_owned();
                sign(&mut self.lexer, b')')?;
                Some((text, name.span))
            }
            _ => None,
        };
        sign(&mut self.lexer, b'=')?;
        let brace = sign(&mut self.lexer, b'{')?;
        if depth >= MAX_DEPTH as usize {
            return Err(too_deep(&brace));
        }
        let number = self.contents.len();
        self.contents.push(Vec::new());
        let start = self.bytes.len() as u64;
        let outer = std::mem::take(&mut self.bytes);
        self.outside
            .push((std::mem::replace(&mut self.here, number), outer));
        Ok(Some(Open {
            path,
            start,
            children: 0,
            span,
            inside: brace.end,
            content: Some(OpenContent { number, codec }),
        }))
    }

    /// Reports a mistake and goes on at the next line.
    fn fault(&mut self, fault: Fault) {
        let place = fault.span.start;
        self.faults.push(fault);
        self.lexer.skip_line(place);
    }

    fn mark(
        &mut self,
        path: String,
        range: Range<u64>,
        children: u64,
        span: Range<usize>,
        value: Range<usize>,
        rank: Rank,
    ) {
        let mark = Mark {
            start: base(self.here) + range.start,
            end: base(self.here) + range.end,
            children,
            span,
            value,
            content: None,
            rank,
            pieces: 1,
            ambiguous: false,
        };
        match self.labels.marks.entry(path) {
            Entry::Vacant(slot) => {
                slot.insert(mark);
            }
            Entry::Occupied(mut slot) => {
                let old = slot.get_mut();
                match rank.cmp(&old.rank) {
                    Ordering::Less => {}
                    Ordering::Greater => *old = mark,
                    Ordering::Equal if rank == Rank::Node => {
                        old.pieces += 1;
                        old.end = mark.end;
                        old.children += mark.children;
                    }
                    Ordering::Equal => old.ambiguous = true,
                }
            }
        }
    }

    /// What follows a name: `{`, a type with its value, or a language with its code.
    fn item(&mut self, path: String, span: usize, depth: usize) -> Result<Option<Open>, Fault> {
        let lexed = self.lexer.next();
        let start = self.bytes.len() as u64;
        if lexed.token == Token::Sign(b'{') {
            if depth >= MAX_DEPTH as usize {
                return Err(too_deep(&lexed.span));
            }
            return Ok(Some(Open {
                path,
                start,
                children: 0,
                span,
                inside: lexed.span.end,
                content: None,
            }));
        }
        if lexed.token != Token::Word {
            return Err(found(&self.lexer, &lexed.span, "`{`, a type or a language"));
        }
        let word = self.lexer.text(&lexed.span);
        let ahead = self.lexer.peek();
        if ahead.token == Token::Sign(b'{') {
            return self.code(path, span, word, &lexed.span).map(|()| None);
        }
        if matches!(word, "packed" | "gathered") {
            return self.open_content(path, span, depth, &lexed.span);
        }
        let ty = Ty::parse(word).ok_or_else(|| {
            found(
                &self.lexer,
                &lexed.span,
                "a type such as `u32`, `u16[4]`, `f32`, `text`, `bytes` or `strings`",
            )
        })?;
        sign(&mut self.lexer, b'=')?;
        let value = self.lexer.peek().span.start;
        let children = self.value(&path, ty)?;
        let end = self.lexer.peek().span.start;
        let text = &self.lexer.source[value..end.max(value)];
        let line_end = value + without_comments(text);
        self.mark(
            path,
            start..self.bytes.len() as u64,
            children,
            span..line_end,
            value..line_end,
            Rank::Line,
        );
        Ok(None)
    }

    fn code(&mut self, path: String, span: usize, word: &str, word_span: &Range<usize>) -> Result<(), Fault> {
        self.lexer.next();
        let start = self.bytes.len() as u64;
        let Ok(block) = self.lexer.raw_block() else {
            return Err(Fault::new(
                &SYNTAX,
                word_span,
                "the code block does not end, expected a line with `}` alone",
            ));
        };
        let Some(language) = self.registry.language(word) else {
            let known = self.registry.languages.iter().map(|language| language.name());
            let list: Vec<&str> = known.clone().collect();
            let mut fault = Fault::new(
                &LANGUAGE,
                word_span,
                format!("`{word}` is no language that is known here"),
            );
            fault.help = Some(match nearest(word, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known languages: {}", list.join(", ")),
            });
            self.faults.push(fault);
            return Ok(());
        };
        match language.assemble(&self.lexer.source[block.clone()]) {
            Ok(code) => self.bytes.extend_from_slice(&code),
            Err(errors) => self
                .faults
                .extend(errors.into_iter().take(MAX_FAULTS).map(|error| Fault {
                    rule: &LANGUAGE,
                    span: block.start + error.span.start..block.start + error.span.end,
                    message: error.message,
                    help: error.help,
                })),
        }
        let end = self.lexer.position();
        self.mark(
            path,
            start..self.bytes.len() as u64,
            1,
            span..end,
            block,
            Rank::Node,
        );
        Ok(())
    }

    /// A value; the result is the number of values or strings in it.
    fn value(&mut self, path: &str, ty: Ty) -> Result<u64, Fault> {
        let ahead = self.lexer.peek();
        match ty {
            Ty::One(scalar) => {
                self.number(scalar)?;
                Ok(1)
            }
            Ty::Array(scalar, wanted) => {
                let open = sign(&mut self.lexer, b'{')?;
                let mut count = 0;
                while !self.closes()? {
                    let span = self.lexer.peek().span.start;
                    let start = self.bytes.len() as u64;
                    self.number(scalar)?;
                    let end = self.lexer.peek().span.start;
                    // Expressions look one token ahead; what lies between belongs to nobody.
                    let text = &self.lexer.source[span..end.max(span)];
                    let span = span..span + without_comments(text);
                    if wanted.is_none() {
                        let range = start..self.bytes.len() as u64;
                        self.mark(
                            format!("{path}[{count}]"),
                            range,
                            1,
                            span.clone(),
                            span,
                            Rank::Element,
                        );
                    }
                    count += 1;
                }
                match wanted {
                    Some(wanted) if wanted != count => {
                        let message = format!("found {count} values, expected {wanted}");
                        Err(Fault::new(
                            &VALUE,
                            &(open.start..self.lexer.peek().span.start),
                            message,
                        ))
                    }
                    _ => Ok(count),
                }
            }
            Ty::Bytes(wanted) => {
                let start = self.bytes.len();
                if ahead.token == Token::Word && self.lexer.text(&ahead.span) == "digest" {
                    let wanted = wanted.ok_or_else(|| {
                        Fault::new(
                            &SYNTAX,
                            &ahead.span,
                            "a digest needs a width, as in `bytes[16] = digest(…)`",
                        )
                    })?;
                    self.digest(wanted)?;
                } else if ahead.token == Token::Sign(b'{') {
                    self.lexer.next();
                    while !self.closes()? {
                        self.piece()?;
                    }
                } else {
                    self.piece()?;
                }
                let size = (self.bytes.len() - start) as u64;
                match wanted {
                    Some(wanted) if wanted != size => {
                        let message = format!("found {size} bytes, expected {wanted}");
                        Err(Fault::new(
                            &VALUE,
                            &(ahead.span.start..self.lexer.peek().span.start),
                            message,
                        ))
                    }
                    _ => Ok(1),
                }
            }
            Ty::Strings => {
                sign(&mut self.lexer, b'{')?;
                let mut count = 0;
                while !self.closes()? {
                    let span = self.lexer.peek().span;
                    let start = self.bytes.len() as u64;
                    self.piece()?;
                    let range = start..self.bytes.len() as u64;
                    self.mark(
                        format!("{path}[{count}]"),
                        range,
                        1,
                        span.clone(),
                        span,
                        Rank::Element,
                    );
                    count += 1;
                }
                Ok(count)
            }
        }
    }

    /// Takes a comma if there is one, and the closing brace if it stands there.
    fn closes(&mut self) -> Result<bool, Fault> {
        if self.lexer.peek().token == Token::Sign(b',') {
            self.lexer.next();
        }
        let ahead = self.lexer.peek();
        match ahead.token {
            Token::Sign(b'}') => {
                self.lexer.next();
                Ok(true)
            }
            Token::End => Err(found(&self.lexer, &ahead.span, "`}`")),
            _ => Ok(false),
        }
    }

    /// A number, an expression, a packed value or a float.
    fn number(&mut self, scalar: Scalar) -> Result<(), Fault> {
        let ahead = self.lexer.peek();
        let at = self.bytes.len();
        let bits = 8 * scalar.size() as u32;
        if scalar.is_float() {
            let value = self.float(scalar)?;
            self.bytes
                .extend_from_slice(&value.to_le_bytes()[..scalar.size()]);
            return Ok(());
        }
        if ahead.token == Token::Word && self.lexer.text(&ahead.span) == "pack" {
            self.lexer.next();
            return self.packed(scalar);
        }
        if ahead.token == Token::Word && self.lexer.text(&ahead.span) == "digest" {
            return self.digest(scalar.size() as u64);
        }
        let value = expression(&mut self.lexer)?;
        self.bytes.resize(at + scalar.size(), 0);
        let end = self.lexer.peek().span.start;
        let text = &self.lexer.source[ahead.span.start..end.max(ahead.span.start)];
        let span = ahead.span.start..ahead.span.start + without_comments(text);
        self.put(at, scalar, 0, bits, value, span)
    }

    /// Stores a number now, or later when it needs labels.
    fn put(
        &mut self,
        at: usize,
        scalar: Scalar,
        shift: u32,
        width: u32,
        value: Expression,
        span: Range<usize>,
    ) -> Result<(), Fault> {
        match value.constant() {
            Some(number) => store(&mut self.bytes, at, scalar, shift, width, number, &span),
            None => {
                self.patches.push(Patch {
                    space: self.here,
                    at,
                    scalar,
                    shift,
                    width,
                    expression: value,
                    span,
                });
                Ok(())
            }
        }
    }

    fn packed(&mut self, scalar: Scalar) -> Result<(), Fault> {
        let at = self.bytes.len();
        self.bytes.resize(at + scalar.size(), 0);
        let bits = 8 * scalar.size() as u32;
        let open = sign(&mut self.lexer, b'{')?;
        let mut shift = 0;
        while !self.closes()? {
            path(&mut self.lexer)?;
            sign(&mut self.lexer, b':')?;
            let width = self.lexer.next();
            let text = self.lexer.text(&width.span);
            let wide: u32 = text
                .parse()
                .ok()
                .filter(|wide| (1..=bits - shift).contains(wide))
                .ok_or_else(|| {
                    let left = bits - shift;
                    found(
                        &self.lexer,
                        &width.span,
                        &format!("a width from 1 to {left} bits"),
                    )
                })?;
            sign(&mut self.lexer, b'=')?;
            let span = self.lexer.peek().span;
            let value = expression(&mut self.lexer)?;
            self.put(at, scalar, shift, wide, value, span)?;
            shift += wide;
        }
        if shift != bits {
            let message = format!("the fields cover {shift} bits, expected {bits}");
            return Err(Fault::new(
                &VALUE,
                &(open.start..self.lexer.peek().span.start),
                message,
            ));
        }
        Ok(())
    }

    fn float(&mut self, scalar: Scalar) -> Result<u64, Fault> {
        let mut lexed = self.lexer.next();
        if lexed.token == Token::Word && self.lexer.text(&lexed.span) == "bits" {
            sign(&mut self.lexer, b'(')?;
            let digits = self.lexer.next();
            let value = number(self.lexer.text(&digits.span), &digits.span)?;
            sign(&mut self.lexer, b')')?;
            let most = if scalar == Scalar::F32 {
                i128::from(u32::MAX)
            } else {
                i128::from(u64::MAX)
            };
            return u64::try_from(value)
                .ok()
                .filter(|_| value <= most)
                .ok_or_else(|| {
                    Fault::new(
                        &VALUE,
                        &digits.span,
                        format!("{value:#x} does not fit {}", scalar.name()),
                    )
                });
        }
        let negative = lexed.token == Token::Sign(b'-');
        if negative {
            lexed = self.lexer.next();
        }
        let text = self.lexer.text(&lexed.span);
        let wrong = || found(&self.lexer, &lexed.span, "a decimal number or `bits(0x…)`");
        if lexed.token != Token::Number {
            return Err(wrong());
        }
        let text = if negative {
            format!("-{text}")
        } else {
            text.to_owned()
        };
        match scalar {
            Scalar::F32 => text.parse::<f32>().map(|value| u64::from(value.to_bits())),
            _ => text.parse::<f64>().map(f64::to_bits),
        }
        .map_err(|_| wrong())
    }

    /// A string, hexadecimal bytes or a fill.
    fn piece(&mut self) -> Result<(), Fault> {
        let lexed = self.lexer.next();
        let text = self.lexer.text(&lexed.span);
        match lexed.token {
            Token::String => {
                let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                let Some(inside) = inside.filter(|_| text.len() >= 2) else {
                    return Err(Fault::new(
                        &SYNTAX,
                        &lexed.span,
                        "the string does not end on its line, expected `\"`",
                    ));
                };
                let bytes = unquote(inside).map_err(|(at, message)| {
                    let at = lexed.span.start + 1 + at;
                    Fault::new(&SYNTAX, &(at..at + 2), message)
                })?;
                self.bytes.extend_from_slice(&bytes);
                Ok(())
            }
            Token::Hex => self.hex(text, &lexed.span),
            Token::Word if text == "piece" => self.gathered_piece(lexed.span.start),
            Token::Word if text == "fill" => {
                sign(&mut self.lexer, b'(')?;
                let byte = self.lexer.next();
                let value = number(self.lexer.text(&byte.span), &byte.span)?;
                let value = u8::try_from(value)
                    .map_err(|_| Fault::new(&VALUE, &byte.span, format!("{value} is no byte")))?;
                sign(&mut self.lexer, b',')?;
                let count = self.lexer.next();
                let times = number(self.lexer.text(&count.span), &count.span)?;
                sign(&mut self.lexer, b')')?;
                let end = times.checked_add(self.bytes.len() as i128);
                match end.filter(|&end| times >= 0 && end <= i128::from(self.options.size)) {
                    Some(end) => {
                        self.bytes.resize(end as usize, value);
                        Ok(())
                    }
                    None => Err(self.too_long(times, &count.span)),
                }
            }
            _ => Err(found(
                &self.lexer,
                &lexed.span,
                "`\"text\"`, `x\"hex\"` or `fill(byte, count)`",
            )),
        }
    }

    fn hex(&mut self, text: &str, span: &Range<usize>) -> Result<(), Fault> {
        let mut high = None;
        for (at, byte) in text.bytes().enumerate().skip(2) {
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                b'A'..=b'F' => byte - b'A' + 10,
                b' ' | b'_' => continue,
                b'"' if at == text.len() - 1 => break,
                _ => {
                    let at = span.start + at;
                    return Err(Fault::new(&SYNTAX, &(at..at + 1), "expected a hexadecimal digit"));
                }
            };
            match high.take() {
                Some(upper) => self.bytes.push(upper << 4 | digit),
                None => high = Some(digit),
            }
        }
        if high.is_some() || !text.ends_with('"') {
            return Err(Fault::new(
                &SYNTAX,
                span,
                "expected two hexadecimal digits for each byte and a closing `\"`",
            ));
        }
        Ok(())
    }

    /// `(path, offset, size)` after the word `piece`.
    fn gathered_piece(&mut self, start: usize) -> Result<(), Fault> {
        sign(&mut self.lexer, b'(')?;
        let of = path(&mut self.lexer)?;
        sign(&mut self.lexer, b',')?;
        let offset = self.lexer.next();
        let from = number(self.lexer.text(&offset.span), &offset.span)?;
        sign(&mut self.lexer, b',')?;
        let size = self.lexer.next();
        let count = number(self.lexer.text(&size.span), &size.span)?;
        let end = sign(&mut self.lexer, b')')?.end;
        let at = self.bytes.len();
        let (Ok(offset), Some(last)) = (
            u64::try_from(from),
            count
                .checked_add(at as i128)
                .filter(|&last| count >= 0 && last <= i128::from(self.options.size)),
        ) else {
            return Err(self.too_long(count, &size.span));
        };
        self.bytes.resize(last as usize, 0);
        self.derived.push(Derived {
            space: self.here,
            range: at..self.bytes.len(),
            span: start..end,
            how: How::Piece { of, offset },
        });
        Ok(())
    }

    /// `("algorithm", from, to)` or `("algorithm", content(path))` after the word `digest`.
    fn digest(&mut self, width: u64) -> Result<(), Fault> {
        let start = self.lexer.next().span.start;
        sign(&mut self.lexer, b'(')?;
        let name = self.lexer.next();
        let algorithm = self.lexer.text(&name.span).trim_matches('"').to_owned();
        sign(&mut self.lexer, b',')?;
        let from = path(&mut self.lexer)?;
        let how = if is_content(&mut self.lexer, &from) {
            sign(&mut self.lexer, b'(')?;
            let of = path(&mut self.lexer)?;
            sign(&mut self.lexer, b')')?;
            How::ContentDigest { algorithm, of }
        } else {
            sign(&mut self.lexer, b',')?;
            let to = path(&mut self.lexer)?;
            How::Digest { algorithm, from, to }
        };
        let span = start..sign(&mut self.lexer, b')')?.end;
        let at = self.bytes.len();
        if width > 1024 {
            return Err(Fault::new(
                &SIZE,
                &span,
                format!("a digest of {width} bytes is too wide"),
            ));
        }
        self.bytes.resize(at + width as usize, 0);
        self.derived.push(Derived {
            space: self.here,
            range: at..self.bytes.len(),
            span,
            how,
        });
        Ok(())
    }

    fn apply_patches(&mut self) {
        for patch in std::mem::take(&mut self.patches) {
            let stored = patch
                .expression
                .evaluate(self.lexer.source, &self.labels)
                .and_then(|value| {
                    store(
                        &mut self.contents[patch.space],
                        patch.at,
                        patch.scalar,
                        patch.shift,
                        patch.width,
                        value,
                        &patch.span,
                    )
                });
            if let Err(fault) = stored {
                self.faults.push(fault);
            }
        }
    }

    /// Works out what follows from other bytes, from the inside out: first what follows from no bytes that are still open.
    /// Hands out the sizes of the packed nodes when one of them is not what the layout was made with.
    fn derive(&mut self) -> Option<Vec<usize>> {
        let mut open = Vec::new();
        for derived in std::mem::take(&mut self.derived) {
            match self.reads(&derived) {
                Ok(reads) => open.push((derived, reads)),
                Err(fault) => self.faults.push(fault),
            }
        }
        let mut sizes = vec![0; self.packs];
        let mut changed = false;
        while !open.is_empty() && self.faults.is_empty() {
            let ready = open.iter().position(|(derived, (space, reads))| {
                open.iter().all(|(other, _)| {
                    let own = other.space == derived.space && other.range == derived.range;
                    own || other.space != *space
                        || other.range.end <= reads.start
                        || other.range.start >= reads.end
                })
            });
            let Some(ready) = ready else {
                let (derived, _) = &open[0];
                let message = match derived.how {
                    How::Digest { .. } => "this digest and another cover each other",
                    _ => "these bytes and others follow from each other",
                };
                self.faults.push(Fault::new(&CYCLE, &derived.span, message));
                return None;
            };
            let (derived, (space, reads)) = open.swap_remove(ready);
            let value = match self.value_of(&derived, space, reads) {
                Ok(value) => value,
                Err(fault) => {
                    self.faults.push(fault);
                    return None;
                }
            };
            if let How::Pack { number, .. } = derived.how {
                sizes[number] = value.len();
                changed |= value.len() != derived.range.len();
            }
            let place = &mut self.contents[derived.space][derived.range];
            if value.len() == place.len() {
                place.copy_from_slice(&value);
            }
        }
        changed.then_some(sizes)
    }

    /// The bytes that derived bytes follow from: the number of their content, and the range in it.
    fn reads(&self, derived: &Derived) -> Result<(usize, Range<usize>), Fault> {
        let source = self.lexer.source;
        let place = |range: Range<u64>| {
            let space = (range.start / SPACE) as usize;
            let start = (range.start % SPACE) as usize;
            (space, start..start + (range.end - range.start) as usize)
        };
        match &derived.how {
            How::Digest { from, to, .. } => {
                let start = self.labels.find(source, from)?.start;
                let end = self.labels.whole(source, to)?.end;
                if start / SPACE != end / SPACE {
                    let message = "the two nodes do not stand in the same content";
                    return Err(Fault::new(&LABEL, &derived.span, message));
                }
                if start > end {
                    let message = "the second node stands before the first";
                    return Err(Fault::new(&LABEL, &derived.span, message));
                }
                Ok(place(start..end))
            }
            How::ContentDigest { of, .. } => self.labels.content(source, of).map(place),
            How::Pack { content, .. } => Ok((*content, 0..self.contents[*content].len())),
            How::Piece { of, offset } => {
                let content = self.labels.content(source, of)?;
                let size = derived.range.len() as u64;
                let held = content.end - content.start;
                if offset.checked_add(size).is_none_or(|end| end > held) {
                    let message = format!("the content holds {held} bytes, not {size} from {offset:#x} on");
                    return Err(Fault::new(&VALUE, &derived.span, message)
                        .help("the content must keep its size, or its pieces be stated anew"));
                }
                Ok(place(content.start + offset..content.start + offset + size))
            }
        }
    }

    /// What derived bytes come to.
    fn value_of(&self, derived: &Derived, space: usize, reads: Range<usize>) -> Result<Vec<u8>, Fault> {
        let read = &self.contents[space][reads.clone()];
        match &derived.how {
            How::Piece { .. } => Ok(read.to_vec()),
            How::Pack { codec, stored, .. } => {
                let Some(codec) = self.registry.codec(codec) else {
                    let message = format!("`{codec}` is no codec that is known here");
                    return Err(Fault::new(&LANGUAGE, &derived.span, message));
                };
                // The stored bytes are kept as long as they stand for the content: no two compressors give the same.
                let kept = codec
                    .decode(stored, read.len() as u64)
                    .is_ok_and(|old| old == read);
                if kept {
                    return Ok(stored.clone());
                }
                codec
                    .encode(read)
                    .map_err(|message| Fault::new(&VALUE, &derived.span, message))
            }
            How::Digest { algorithm, .. } | How::ContentDigest { algorithm, .. } => {
                let Some(known) = self.registry.digest(algorithm) else {
                    let message = format!("`{algorithm}` is no digest that is known here");
                    return Err(Fault::new(&LANGUAGE, &derived.span, message));
                };
                let own = derived.range.start < reads.end && derived.range.end > reads.start;
                let value = if derived.space == space && own {
                    let mut covered = read.to_vec();
                    let start = derived.range.start.max(reads.start) - reads.start;
                    covered[start..derived.range.end.min(reads.end) - reads.start].fill(0);
                    known.digest(&covered)
                } else {
                    known.digest(read)
                };
                if value.len() != derived.range.len() {
                    let message = format!("`{algorithm}` gives {} bytes", value.len());
                    return Err(Fault::new(&VALUE, &derived.span, message));
                }
                Ok(value)
            }
        }
    }
}

/// Stores a number into some bits of a scalar.
fn store(
    bytes: &mut [u8],
    at: usize,
    scalar: Scalar,
    shift: u32,
    width: u32,
    value: i128,
    span: &Range<usize>,
) -> Result<(), Fault> {
    let whole = width == 8 * scalar.size() as u32;
    let (least, most) = match scalar.is_signed() && whole {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        false => (0, (1i128 << width) - 1),
    };
    if !(least..=most).contains(&value) {
        let kind = if whole {
            scalar.name().to_owned()
        } else {
            format!("{width} bits")
        };
        let message = format!("{value} does not fit {kind}, which holds {least} to {most}");
        return Err(Fault::new(&VALUE, span, message));
    }
    let place = &mut bytes[at..at + scalar.size()];
    let mask = (most - least) as u64;
    let word = scalar.bits(place) & !(mask << shift) | (value as u64 & mask) << shift;
    place.copy_from_slice(&word.to_le_bytes()[..scalar.size()]);
    Ok(())
}

fn too_deep(span: &Range<usize>) -> Fault {
    Fault::new(&SYNTAX, span, format!("nodes are nested deeper than {MAX_DEPTH}"))
}

/// Length of a source text up to a trailing comment and white space.
fn without_comments(text: &str) -> usize {
    let mut end = 0;
    let mut quoted = false;
    let mut escaped = false;
    let mut comment = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => comment = false,
            _ if comment => {}
            b'"' if !escaped => {
                quoted = !quoted;
                end = at + 1;
            }
            b';' if !quoted => comment = true,
            _ if byte.is_ascii_whitespace() => {}
            _ => end = at + 1,
        }
        escaped = quoted && byte == b'\\' && !escaped;
    }
    end
}

/// The type of a line.
#[derive(Clone, Copy)]
enum Ty {
    One(Scalar),
    Array(Scalar, Option<u64>),
    Bytes(Option<u64>),
    Strings,
}

impl Ty {
    fn parse(word: &str) -> Option<Ty> {
        let (base, count) = match word.strip_suffix(']') {
            Some(rest) => {
                let (base, count) = rest.split_once('[')?;
                (
                    base,
                    Some(if count.is_empty() {
                        None
                    } else {
                        Some(count.parse().ok()?)
                    }),
                )
            }
            None => (word, None),
        };
        match (base, count) {
            ("bytes" | "text", None) => Some(Ty::Bytes(None)),
            ("bytes" | "text", Some(Some(count))) => Some(Ty::Bytes(Some(count))),
            ("strings", None) => Some(Ty::Strings),
            (_, None) => Scalar::from_name(base).map(Ty::One),
            (_, Some(count)) => Scalar::from_name(base).map(|scalar| Ty::Array(scalar, count)),
        }
    }
}
