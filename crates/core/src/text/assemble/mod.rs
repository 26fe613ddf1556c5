//! Assembles the text form into bytes.

mod derive;
mod labels;
mod values;

use std::fmt::Write;
use std::ops::Range;

use self::derive::{Derived, How, base};
use self::labels::Rank;
pub(super) use self::labels::{ExpressionError, LabelSpan, Labels};
use self::values::{Ty, without_comments};
use super::expression::{Expression, found, sign};
use super::lexer::{Lexer, Token};
use super::{CYCLE, HEADER, LANGUAGE, SIZE, SYNTAX, VERSION};
use crate::diagnostic::{Diagnostic, Location};
use crate::error::ErrorList;
use crate::language::Registry;
use crate::limits::MAX_DEPTH;
use crate::suggest::similar;
use crate::value::Scalar;

/// Maximum number of mistakes reported per text.
const MAX_FAULTS: usize = 100;

/// Limits on assembling.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Maximum size of the result, bytes.
    pub size: u64,
}

impl Default for Options {
    /// A maximum of 4 GiB.
    fn default() -> Self {
        Options { size: 4 << 30 }
    }
}

/// A number evaluated once all labels have addresses.
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

struct Assembler<'s> {
    lexer: Lexer<'s>,
    registry: &'s Registry,
    options: Options,
    bytes: Vec<u8>,
    /// The path of the item that is read.
    path: String,
    labels: Labels<'s>,
    patches: Vec<Patch>,
    derived: Vec<Derived>,
    faults: Vec<ExpressionError>,
    /// Number of the content that `bytes` is; zero for the file.
    here: usize,
    /// Finished contents by number.
    contents: Vec<Vec<u8>>,
    /// Enclosing contents: numbers with bytes.
    outside: Vec<(usize, Vec<u8>)>,
    /// Sizes that packed nodes came to in the round before, by number.
    sizes: &'s [usize],
    packs: usize,
}

/// Rounds that the sizes of packed nodes may take to settle.
const MAX_ROUNDS: usize = 8;

/// Assembles a text into bytes; `Err` lists every mistake.
pub fn assemble(source: &str, registry: &Registry) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    assemble_with(source, registry, &Options::default())
}

/// As [`assemble`], within limits.
pub fn assemble_with(
    source: &str,
    registry: &Registry,
    options: &Options,
) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    Ok(settle(source, registry, options, None)?.0)
}

/// The mark of a path, if a node or field of the text has it.
pub(super) fn locate(
    source: &str,
    registry: &Registry,
    path: &str,
) -> Result<Option<LabelSpan>, Vec<Diagnostic>> {
    settle(source, registry, &Options::default(), Some(path)).map(|(_, mark)| mark)
}

/// The bytes, with the mark of a path.
type Outcome = Result<(Vec<u8>, Option<LabelSpan>), Vec<Diagnostic>>;

/// Assembles in rounds until the packed nodes keep their sizes.
fn settle(source: &str, registry: &Registry, options: &Options, path: Option<&str>) -> Outcome {
    let mut sizes = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let (result, settled) = round(source, registry, options, path, &sizes);
        match settled {
            Some(settled) if settled != sizes && result.is_ok() => sizes = settled,
            _ => return result,
        }
    }
    let fault = ExpressionError::new(&CYCLE, &(0..0), "the size of a packed node follows from itself");
    Err(vec![Diagnostic::new(fault.rule, Location::in_text(source, fault.span), fault.message)])
}

/// Runs one assembly pass with the sizes of packed nodes from the previous one. Returns the new sizes if they differ.
fn round(
    source: &str,
    registry: &Registry,
    options: &Options,
    path: Option<&str>,
    sizes: &[usize],
) -> (Outcome, Option<Vec<usize>>) {
    let labels = Labels::new(source, path);
    let mut assembler = Assembler::new(source, registry, options, labels, sizes);
    assembler.read();
    let mut settled = None;
    if assembler.faults.is_empty() {
        assembler.apply_patches();
    }
    if assembler.faults.is_empty() {
        settled = assembler.derive();
    }
    if assembler.faults.is_empty() {
        let mark = path.and_then(|path| assembler.labels.take(path));
        return (Ok((assembler.contents.swap_remove(0), mark)), settled);
    }
    if assembler.faults.iter().any(|fault| fault.unknown) {
        assembler.suggest();
    }
    (Err(assembler.diagnostics()), None)
}

/// An open `{`.
struct Open {
    /// Length of its path, the prefix of all paths in it.
    path: usize,
    start: u64,
    children: u64,
    span: usize,
    inside: usize,
    content: Option<OpenContent>,
}

/// The content that an open `{` holds.
struct OpenContent {
    number: usize,
    /// Name of the codec with its range; `None` for a gathered node.
    codec: Option<(String, Range<usize>)>,
}

impl<'s> Assembler<'s> {
    fn new(
        source: &'s str,
        registry: &'s Registry,
        options: &Options,
        labels: Labels<'s>,
        sizes: &'s [usize],
    ) -> Self {
        Assembler {
            lexer: Lexer::new(source),
            registry,
            options: *options,
            bytes: Vec::new(),
            path: String::new(),
            labels,
            patches: Vec::new(),
            derived: Vec::new(),
            faults: Vec::new(),
            here: 0,
            contents: vec![Vec::new()],
            outside: Vec::new(),
            sizes,
            packs: 0,
        }
    }

    /// Reads the text and lays its bytes out.
    fn read(&mut self) {
        match self.header() {
            Ok(()) => self.items(),
            Err(fault) => self.faults.push(fault),
        }
        self.contents[0] = std::mem::take(&mut self.bytes);
    }

    /// Adds suggestions to faults about unknown paths. Reads the text again, since unused paths are not stored.
    fn suggest(&mut self) {
        let source = self.lexer.source;
        let labels = Labels::like(source, &self.faults);
        let mut again = Assembler::new(source, self.registry, &self.options, labels, self.sizes);
        again.read();
        for (span, path) in again.labels.found() {
            let unknown = |fault: &&mut ExpressionError| fault.unknown && fault.span == span;
            if let Some(fault) = self.faults.iter_mut().find(unknown) {
                fault.help = Some(format!("did you mean `{path}`?"));
            }
        }
    }

    fn diagnostics(mut self) -> Vec<Diagnostic> {
        let source = self.lexer.source;
        self.faults.sort_by_key(|fault| fault.span.start);
        let faults = self.faults.into_iter().take(MAX_FAULTS);
        faults
            .map(|fault| {
                let location = Location::in_text(source, fault.span);
                let mut diagnostic = Diagnostic::new(fault.rule, location, fault.message);
                diagnostic.help = fault.help;
                diagnostic
            })
            .collect()
    }

    fn header(&mut self) -> Result<(), ExpressionError> {
        let word = self.lexer.next();
        let version = self.lexer.next();
        let span = word.span.start..version.span.end;
        if self.lexer.text(&word.span) != HEADER || version.token != Token::Number {
            return Err(ExpressionError::new(
                &super::HEADER_LINE,
                &span,
                format!("expected `{HEADER} {VERSION}` on the first line"),
            ));
        }
        if self.lexer.text(&version.span) != VERSION.to_string() {
            let found = self.lexer.text(&version.span);
            return Err(ExpressionError::new(
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
                        let path = &self.path[..top.path];
                        let message = format!("`{path}` is not closed, expected `}}`");
                        self.faults.push(ExpressionError::new(&SYNTAX, &span, message));
                    }
                    return;
                }
                Token::Sign(b'}') => match open.pop() {
                    Some(node) => {
                        if let Err(fault) = self.close(node, &lexed.span) {
                            self.fault(fault);
                        }
                    }
                    None => self.fault(ExpressionError::new(
                        &SYNTAX,
                        &lexed.span,
                        "found `}`, but nothing is open",
                    )),
                },
                Token::Word => {
                    let name = self.lexer.text(&lexed.span);
                    self.path.truncate(open.last().map_or(0, |parent| parent.path));
                    if let Some(parent) = open.last_mut() {
                        parent.children += 1;
                        if !name.starts_with('[') {
                            self.path.push('.');
                        }
                    }
                    self.path.push_str(name);
                    match self.item(lexed.span.start, open.len()) {
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
    fn close(&mut self, node: Open, brace: &Range<usize>) -> Result<(), ExpressionError> {
        let Open { path, start, children, .. } = node;
        self.path.truncate(path);
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
        self.mark(start..end, children, span, inside, content, Rank::Node);
        Ok(())
    }

    /// Parses what follows the content of a packed node: `stored =` with the encoded bytes, or nothing.
    fn stored(&mut self, content: usize, codec: String, span: Range<usize>) -> Result<(), ExpressionError> {
        let at = self.bytes.len();
        let ahead = self.lexer.peek();
        if ahead.token == Token::Word && self.lexer.text(&ahead.span) == "stored" {
            self.lexer.next();
            sign(&mut self.lexer, b'=')?;
            let derived = self.derived.len();
            self.value(Ty::Bytes(None))?;
            if self.derived.len() > derived {
                let message = "stored bytes must be stated as they are";
                return Err(ExpressionError::new(&SYNTAX, &ahead.span, message));
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
            how: How::Pack { number, codec, stored, content },
        });
        Ok(())
    }

    fn too_long(&self, size: i128, span: &Range<usize>) -> ExpressionError {
        let message = format!("{size} more bytes exceed the total limit of {}", self.options.size);
        ExpressionError::new(&SIZE, span, message)
    }

    /// Begins a node with its own content.
    fn open_content(
        &mut self,
        span: usize,
        depth: usize,
        word: &Range<usize>,
    ) -> Result<Option<Open>, ExpressionError> {
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
        self.outside.push((std::mem::replace(&mut self.here, number), outer));
        Ok(Some(Open {
            path: self.path.len(),
            start,
            children: 0,
            span,
            inside: brace.end,
            content: Some(OpenContent { number, codec }),
        }))
    }

    /// Records a mistake and resumes at the next line.
    fn fault(&mut self, fault: ExpressionError) {
        let span = fault.span.start;
        self.faults.push(fault);
        self.lexer.skip_line(span);
    }

    /// Marks the item at the path, if the path is named.
    fn mark(
        &mut self,
        range: Range<u64>,
        children: u64,
        span: Range<usize>,
        value: Range<usize>,
        content: Option<Range<u64>>,
        rank: Rank,
    ) {
        let Some(path) = self.labels.meet(&self.path) else {
            return;
        };
        let mark = LabelSpan {
            start: base(self.here) + range.start,
            end: base(self.here) + range.end,
            children,
            span,
            value,
            content,
            rank,
            pieces: 1,
            ambiguous: false,
        };
        self.labels.add(path, mark);
    }

    /// Marks a value or string of the list at the path.
    fn mark_element(&mut self, index: u64, start: u64, span: Range<usize>) {
        let list = self.path.len();
        // Writing into a string does not fail.
        let _ = write!(self.path, "[{index}]");
        let range = start..self.bytes.len() as u64;
        self.mark(range, 1, span.clone(), span, None, Rank::Element);
        self.path.truncate(list);
    }

    /// Parses what follows a name: `{`, a type with its value, or a language with its code.
    fn item(&mut self, span: usize, depth: usize) -> Result<Option<Open>, ExpressionError> {
        let lexed = self.lexer.next();
        let start = self.bytes.len() as u64;
        if lexed.token == Token::Sign(b'{') {
            if depth >= MAX_DEPTH as usize {
                return Err(too_deep(&lexed.span));
            }
            return Ok(Some(Open {
                path: self.path.len(),
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
            return self.code(span, word, &lexed.span).map(|()| None);
        }
        if matches!(word, "packed" | "gathered") {
            return self.open_content(span, depth, &lexed.span);
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
        let children = self.value(ty)?;
        let end = self.lexer.peek().span.start;
        let text = &self.lexer.source[value..end.max(value)];
        let line_end = value + without_comments(text);
        self.mark(
            start..self.bytes.len() as u64,
            children,
            span..line_end,
            value..line_end,
            None,
            Rank::Line,
        );
        Ok(None)
    }

    fn code(&mut self, span: usize, word: &str, word_span: &Range<usize>) -> Result<(), ExpressionError> {
        self.lexer.next();
        let start = self.bytes.len() as u64;
        let Some(block) = self.lexer.block() else {
            return Err(ExpressionError::new(
                &SYNTAX,
                word_span,
                "the code block does not end, expected a line with `}` alone",
            ));
        };
        let Some(language) = self.registry.language(word) else {
            let known = self.registry.languages.iter().map(|language| language.name());
            let list: Vec<&str> = known.clone().collect();
            let mut fault = ExpressionError::new(&LANGUAGE, word_span, format!("unknown language `{word}`"));
            fault.help = Some(match similar(word, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known languages: {}", list.join(", ")),
            });
            self.faults.push(fault);
            return Ok(());
        };
        match language.assemble(&block.code(self.lexer.source)) {
            Ok(code) => self.bytes.extend_from_slice(&code),
            Err(errors) => {
                self.faults.extend(errors.into_iter().take(MAX_FAULTS).map(|error| ExpressionError {
                    help: error.help,
                    ..ExpressionError::new(&LANGUAGE, &block.place(&error.span), error.message)
                }))
            }
        }
        let end = self.lexer.position();
        self.mark(start..self.bytes.len() as u64, 1, span..end, block.range, None, Rank::Node);
        Ok(())
    }
}

fn too_deep(span: &Range<usize>) -> ExpressionError {
    ExpressionError::new(&SYNTAX, span, format!("nodes are nested deeper than {MAX_DEPTH}"))
}
