//! Exact assembly text to code words: one token of lookahead, one line at a time.
//!
//! A line that fails gives one error and a zero word, so later labels keep their places.

use std::collections::HashMap;
use std::ops::Range;

use crate::format::Field;
use crate::opcode::{Opcode, OpcodeInfo, Operand};
use crate::register::Comparison;

use super::error::{SourceError, closest};
use super::lex::{self, Kind, Token};

/// Errors after this many are not collected; assembling stops.
pub const MAX_ERRORS: usize = 100;

/// What [`assemble`] gives back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    /// The code. Lines with errors hold zero words.
    pub bytes: Vec<u8>,
    /// The labels with their word indexes, in the order of the text.
    pub labels: Vec<(String, usize)>,
    /// What is wrong with the text, in the order of the text; at most [`MAX_ERRORS`].
    pub errors: Vec<SourceError>,
}

impl Assembly {
    /// The bytes of a text without errors.
    ///
    /// # Errors
    ///
    /// The errors, when there are any.
    pub fn into_result(self) -> Result<Vec<u8>, Vec<SourceError>> {
        if self.errors.is_empty() {
            Ok(self.bytes)
        } else {
            Err(self.errors)
        }
    }
}

/// An error without its line and column.
struct Fault {
    span: Range<usize>,
    message: String,
    help: Option<String>,
}

fn fault<T>(span: Range<usize>, message: String) -> Result<T, Fault> {
    Err(Fault {
        span,
        message,
        help: None,
    })
}

/// A flow target to fill in when all labels are known.
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
        let mut parser = Line {
            text,
            line: content,
            base,
            token: lex::next(content, 0, base),
            fixup: None,
        };
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
    let labels = order
        .into_iter()
        .map(|(name, at): (&str, usize)| (name.to_owned(), at))
        .collect();
    Assembly {
        bytes,
        labels,
        errors: locate(text, faults),
    }
}

fn resolve(
    text: &str,
    words: &mut [u32],
    labels: &HashMap<&str, usize>,
    fixups: &[Fixup],
    faults: &mut Vec<Fault>,
) {
    for fixup in fixups {
        if faults.len() >= MAX_ERRORS {
            return;
        }
        let name = &text[fixup.name.clone()];
        let format = Opcode::of(words[fixup.word]).format();
        match labels.get(name) {
            Some(&at) => match u32::try_from(at)
                .ok()
                .and_then(|at| format.set(words[fixup.word], Field::Target, at))
            {
                Some(word) => words[fixup.word] = word,
                None => faults.push(Fault {
                    span: fixup.name.clone(),
                    message: format!("label {} is at word {at}, but targets end at 4095", quote(name)),
                    help: None,
                }),
            },
            None => faults.push(Fault {
                span: fixup.name.clone(),
                message: format!("expected a label of this text, found {}", quote(name)),
                // One suggestion costs a walk over all labels, so a text full of mistakes gets only some.
                help: (faults.len() < 10)
                    .then(|| closest(name, labels.keys().copied().take(10_000)))
                    .flatten()
                    .map(|label| format!("did you mean `{label}`?")),
            }),
        }
    }
}

/// Lines and columns, in one walk over the text.
fn locate(text: &str, faults: Vec<Fault>) -> Vec<SourceError> {
    let (mut line, mut start, mut seen) = (1, 0, 0);
    let place = |fault: Fault| {
        let at = fault.span.start;
        let skipped = &text[seen..at];
        line += skipped.matches('\n').count();
        if let Some(newline) = skipped.rfind('\n') {
            start = seen + newline + 1;
        }
        seen = at;
        let column = text[start..at].chars().count() + 1;
        SourceError {
            line,
            column,
            span: fault.span,
            message: fault.message,
            help: fault.help,
        }
    };
    faults.into_iter().map(place).collect()
}

/// Text for a message, cut to a bearable length.
fn quote(found: &str) -> String {
    const LONGEST: usize = 32;
    match found.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}...`", &found[..cut]),
        None => format!("`{found}`"),
    }
}

struct Line<'t> {
    text: &'t str,
    line: &'t str,
    base: usize,
    token: Token,
    fixup: Option<Range<usize>>,
}

impl<'t> Line<'t> {
    fn slice(&self, token: &Token) -> &'t str {
        &self.text[token.span.clone()]
    }

    fn advance(&mut self) -> Token {
        let next = lex::next(self.line, self.token.span.end - self.base, self.base);
        std::mem::replace(&mut self.token, next)
    }

    fn eat(&mut self, kind: Kind) -> bool {
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

    fn expected<T>(&self, what: &str) -> Result<T, Fault> {
        fault(
            self.token.span.clone(),
            format!("expected {what}, found {}", self.found()),
        )
    }

    fn helped<T>(&self, what: &str, help: String) -> Result<T, Fault> {
        let message = format!("expected {what}, found {}", self.found());
        Err(Fault {
            span: self.token.span.clone(),
            message,
            help: Some(help),
        })
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Result<Token, Fault> {
        if self.token.kind == kind {
            Ok(self.advance())
        } else {
            self.expected(what)
        }
    }

    fn labels(
        &mut self,
        at: usize,
        tail: &[u8],
        labels: &mut HashMap<&'t str, usize>,
        order: &mut Vec<(&'t str, usize)>,
    ) -> Result<(), Fault> {
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

    fn statement(&mut self, tail: &mut Vec<u8>) -> Result<Option<u32>, Fault> {
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

    fn instruction(&mut self) -> Result<u32, Fault> {
        let name = self.slice(&self.token);
        let Some(opcode) = Opcode::named(name) else {
            let known = Opcode::all()
                .map(|opcode| opcode.info().mnemonic)
                .filter(|name| !name.is_empty());
            return match (name, closest(name, known)) {
                ("for", _) => self.helped("a mnemonic", "did you mean `loop`?".into()),
                (_, Some(close)) => self.helped("a mnemonic", format!("did you mean `{close}`?")),
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

    /// Whether an optional operand follows. One that must follow is always present.
    fn present(&self, operand: Operand, first: bool) -> bool {
        let item = match (first, self.token.kind) {
            (true, _) => self.token.clone(),
            (false, Kind::Comma) => self.peek(),
            (false, _) => Token {
                kind: Kind::End,
                span: self.token.span.clone(),
            },
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

    fn operand(&mut self, info: &OpcodeInfo, operand: Operand, word: u32) -> Result<u32, Fault> {
        let format = info.format;
        let put = |word: u32, field: Field, value: u32| format.set(word, field, value).unwrap_or(word);
        match operand {
            Operand::Destination => Ok(put(word, Field::Destination, self.destination()?)),
            Operand::Address => {
                if self.slice(&self.token) == "a0" {
                    self.advance();
                    return Ok(word);
                }
                Ok(put(word, Field::Destination, self.destination()?))
            }
            Operand::Source(field) => self.source(info, field, word),
            Operand::Comparison(field) => {
                let Some(value) = Comparison::NAMES
                    .iter()
                    .position(|&name| name == self.slice(&self.token))
                else {
                    return self.expected("a comparison (eq, ne, lt, le, gt, ge, op6, op7)");
                };
                self.advance();
                Ok(put(word, field, value as u32))
            }
            Operand::Descriptor => {
                let most = if format
                    .position(Field::Descriptor)
                    .is_some_and(|(_, width)| width == 5)
                {
                    31
                } else {
                    127
                };
                let what = format!("a descriptor (d0-d{most})");
                Ok(put(
                    word,
                    Field::Descriptor,
                    self.register(&what, &[('d', 0, most)])?,
                ))
            }
            Operand::Condition | Operand::SpareCondition => Ok(word | self.condition()? << 22),
            Operand::Boolean => Ok(put(
                word,
                Field::Register,
                self.register("b0-b15", &[('b', 0, 15)])?,
            )),
            Operand::InvertibleBoolean => {
                let inverted = self.eat(Kind::Not);
                let word = put(word, Field::Register, self.register("b0-b15", &[('b', 0, 15)])?);
                Ok(put(word, Field::Count, inverted.into()))
            }
            Operand::Integer => Ok(put(
                word,
                Field::Register,
                self.register("i0-i15", &[('i', 0, 15)])?,
            )),
            Operand::Target => self.target(info, word),
            Operand::SpareTarget => {
                let word = self.target(info, word)?;
                self.expect(Kind::Comma, "`,`")?;
                Ok(put(word, Field::Count, self.number("a count up to 255", 255)?))
            }
            Operand::Count | Operand::SpareCount => {
                Ok(put(word, Field::Count, self.number("a count up to 255", 255)?))
            }
            Operand::JumpCount => {
                let inverted = format.get(word, Field::Count);
                if let Kind::Number(Some(count)) = self.token.kind
                    && count & 1 != inverted
                {
                    let kind = if inverted == 1 { "odd" } else { "even" };
                    return self.helped(
                        &format!("an {kind} count"),
                        "bit 0 of the count is the `!` of the register".into(),
                    );
                }
                Ok(put(word, Field::Count, self.number("a count up to 255", 255)?))
            }
            Operand::Vertex => Ok(put(word, Field::Vertex, self.number("a vertex slot (0-3)", 3)?)),
            Operand::Flags => {
                let mut word = word;
                loop {
                    let field = match self.slice(&self.token) {
                        "prim" => Field::Primitive,
                        "inv" => Field::Winding,
                        _ => return self.expected("`prim` or `inv`"),
                    };
                    self.advance();
                    word = put(word, field, 1);
                    if !self.present(Operand::Flags, false) {
                        return Ok(word);
                    }
                    self.advance();
                }
            }
            Operand::Reserved => {
                self.advance();
                let width = format.position(Field::Reserved).map_or(0, |(_, width)| width);
                let most = (1 << width) - 1;
                Ok(put(
                    word,
                    Field::Reserved,
                    self.number(&format!("a number up to {most:#x}"), most)?,
                ))
            }
        }
    }

    fn number(&mut self, what: &str, most: u32) -> Result<u32, Fault> {
        match self.token.kind {
            Kind::Number(Some(value)) if value <= most => {
                self.advance();
                Ok(value)
            }
            _ => self.expected(what),
        }
    }

    /// A letter and a number; each class is (letter, number of its first register, highest number in the name).
    fn register(&mut self, what: &str, classes: &[(char, u32, u32)]) -> Result<u32, Fault> {
        if self.token.kind == Kind::Minus {
            return self.helped(
                what,
                "negation is part of the descriptor; write the descriptor's index".into(),
            );
        }
        let name = self.slice(&self.token);
        let digits = name.get(1..).unwrap_or_default();
        let canonical = !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        let number: u32 = if canonical {
            digits.parse().unwrap_or(u32::MAX)
        } else {
            u32::MAX
        };
        let class = classes
            .iter()
            .find(|&&(letter, _, most)| name.starts_with(letter) && number <= most);
        let Some(&(_, base, _)) = class else {
            return self.expected(what);
        };
        self.advance();
        if self.token.kind == Kind::Dot {
            return self.helped(
                "`,` or the end of the line",
                "masks and component selection are part of the descriptor; write the descriptor's index"
                    .into(),
            );
        }
        Ok(base + number)
    }

    fn destination(&mut self) -> Result<u32, Fault> {
        self.register("a destination (o0-o15, r0-r15)", &[('o', 0, 15), ('r', 0x10, 15)])
    }

    fn source(&mut self, info: &OpcodeInfo, field: Field, word: u32) -> Result<u32, Fault> {
        const CLASSES: [(char, u32, u32); 3] = [('v', 0, 15), ('r', 0x10, 15), ('c', 0x20, 95)];
        let wide = info.format.is_wide(field);
        let register = if wide {
            self.register("a source (v0-v15, r0-r15, c0-c95)", &CLASSES)?
        } else {
            let position = info
                .format
                .wide_source()
                .map_or(1, |wide| wide as usize - Field::Source1 as usize + 1);
            let is_uniform = self.token.kind == Kind::Word && self.slice(&self.token).starts_with('c');
            self.register("a source (v0-v15, r0-r15)", &CLASSES[..2])
                .map_err(|mut fault| {
                    if is_uniform {
                        fault.help = Some(format!(
                            "only source {position} of `{}` can be a c register",
                            info.mnemonic
                        ));
                    }
                    fault
                })?
        };
        let mut word = info.format.set(word, field, register).unwrap_or(word);
        if self.token.kind == Kind::Open {
            if !wide {
                return self.expected("`,` (only the wide source takes an index)");
            }
            self.advance();
            let index = self.index()?;
            self.expect(Kind::Close, "`]`")?;
            word = info.format.set(word, Field::Index, index).unwrap_or(word);
        }
        Ok(word)
    }

    fn index(&mut self) -> Result<u32, Fault> {
        const WHAT: &str = "an index register (a0.x, a0.y, aL)";
        match self.slice(&self.token) {
            "aL" => {
                self.advance();
                Ok(3)
            }
            "a0" => {
                self.advance();
                self.expect(Kind::Dot, "`.x` or `.y`")?;
                let value = match self.slice(&self.token) {
                    "x" => 1,
                    "y" => 2,
                    _ => return self.expected("`x` or `y`"),
                };
                self.advance();
                Ok(value)
            }
            _ => self.expected(WHAT),
        }
    }

    fn target(&mut self, info: &OpcodeInfo, word: u32) -> Result<u32, Fault> {
        if self.token.kind == Kind::Word {
            self.fixup = Some(self.advance().span);
            return Ok(word);
        }
        let target = self.number("a label or a word number up to 4095", 4095)?;
        Ok(info.format.set(word, Field::Target, target).unwrap_or(word))
    }

    /// One flag of a condition: whether it is y, and its reference.
    fn flag(&mut self) -> Result<(bool, bool), Fault> {
        let reference = !self.eat(Kind::Not);
        if self.slice(&self.token) != "cmp" {
            return self.expected("a condition (cmp.x, !cmp.y, cmp.x && cmp.y)");
        }
        self.advance();
        self.expect(Kind::Dot, "`.x` or `.y`")?;
        let y = match self.slice(&self.token) {
            "x" => false,
            "y" => true,
            _ => return self.expected("`x` or `y`"),
        };
        self.advance();
        Ok((y, reference))
    }

    /// The four condition bits.
    fn condition(&mut self) -> Result<u32, Fault> {
        let (y, reference) = self.flag()?;
        let single = if y { 3 } else { 2 };
        let combine = match self.token.kind {
            Kind::Or => 0,
            Kind::And => 1,
            Kind::Slash => single,
            _ => {
                // Assemblers leave the reference that does not count at 1.
                let (x, y) = if y { (true, reference) } else { (reference, true) };
                return Ok(single | u32::from(y) << 2 | u32::from(x) << 3);
            }
        };
        self.advance();
        let start = self.token.span.start;
        let (other_y, other) = self.flag()?;
        if other_y == y {
            let name = if y { "cmp.x" } else { "cmp.y" };
            return fault(
                start..self.token.span.start,
                format!("expected {name} as the other flag"),
            );
        }
        let (x, y) = if y { (other, reference) } else { (reference, other) };
        Ok(combine | u32::from(y) << 2 | u32::from(x) << 3)
    }
}
