//! Parses the values of lines: numbers, expressions, bytes, strings.

use std::ops::Range;

use super::super::expression::{Expression, expression, found, number, path, sign};
use super::super::lexer::Token;
use super::super::quote::unquote;
use super::super::{SYNTAX, VALUE};
use super::labels::ExpressionError;
use super::{Assembler, MAX_FAULTS, Patch};
use crate::value::Scalar;

impl Assembler<'_> {
    /// Parses a value; returns the number of values or strings in it.
    pub(super) fn value(&mut self, ty: Ty) -> Result<u64, ExpressionError> {
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
                    // Expressions look one token ahead; the text between is unused.
                    let text = &self.lexer.source[span..end.max(span)];
                    let span = span..span + without_comments(text);
                    if wanted.is_none() {
                        self.mark_element(count, start, span);
                    }
                    count += 1;
                }
                match wanted {
                    Some(wanted) if wanted != count => {
                        let message = format!("found {count} values, expected {wanted}");
                        Err(ExpressionError::new(
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
                        ExpressionError::new(
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
                        Err(ExpressionError::new(
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
                    self.mark_element(count, start, span);
                    count += 1;
                }
                Ok(count)
            }
        }
    }

    /// Consumes a comma if present, and the closing brace if it is next.
    fn closes(&mut self) -> Result<bool, ExpressionError> {
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
    fn number(&mut self, scalar: Scalar) -> Result<(), ExpressionError> {
        let ahead = self.lexer.peek();
        let at = self.bytes.len();
        let bits = 8 * scalar.size() as u32;
        if scalar.is_float() {
            let value = self.float(scalar)?;
            self.bytes.extend_from_slice(&value.to_le_bytes()[..scalar.size()]);
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
    ) -> Result<(), ExpressionError> {
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

    fn packed(&mut self, scalar: Scalar) -> Result<(), ExpressionError> {
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
            let wide: u32 =
                text.parse().ok().filter(|wide| (1..=bits - shift).contains(wide)).ok_or_else(|| {
                    let left = bits - shift;
                    found(&self.lexer, &width.span, &format!("a width from 1 to {left} bits"))
                })?;
            sign(&mut self.lexer, b'=')?;
            let span = self.lexer.peek().span;
            let value = expression(&mut self.lexer)?;
            self.put(at, scalar, shift, wide, value, span)?;
            shift += wide;
        }
        if shift != bits {
            let message = format!("the fields cover {shift} bits, expected {bits}");
            return Err(ExpressionError::new(&VALUE, &(open.start..self.lexer.peek().span.start), message));
        }
        Ok(())
    }

    fn float(&mut self, scalar: Scalar) -> Result<u64, ExpressionError> {
        let mut lexed = self.lexer.next();
        if lexed.token == Token::Word && self.lexer.text(&lexed.span) == "bits" {
            sign(&mut self.lexer, b'(')?;
            let digits = self.lexer.next();
            let value = number(self.lexer.text(&digits.span), &digits.span)?;
            sign(&mut self.lexer, b')')?;
            let most = if scalar == Scalar::F32 { i128::from(u32::MAX) } else { i128::from(u64::MAX) };
            return u64::try_from(value).ok().filter(|_| value <= most).ok_or_else(|| {
                ExpressionError::new(
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
        let text = if negative { format!("-{text}") } else { text.to_owned() };
        match scalar {
            Scalar::F32 => text.parse::<f32>().map(|value| u64::from(value.to_bits())),
            _ => text.parse::<f64>().map(f64::to_bits),
        }
        .map_err(|_| wrong())
    }

    /// A string, hexadecimal bytes or a fill.
    fn piece(&mut self) -> Result<(), ExpressionError> {
        let lexed = self.lexer.next();
        let text = self.lexer.text(&lexed.span);
        match lexed.token {
            Token::String => {
                let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                let Some(inside) = inside.filter(|_| text.len() >= 2) else {
                    return Err(ExpressionError::new(
                        &SYNTAX,
                        &lexed.span,
                        "the string does not end on its line, expected `\"`",
                    ));
                };
                let bytes = unquote(inside).map_err(|(at, message)| {
                    let at = lexed.span.start + 1 + at;
                    ExpressionError::new(&SYNTAX, &(at..at + 2), message)
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
                let value = u8::try_from(value).map_err(|_| {
                    ExpressionError::new(&VALUE, &byte.span, format!("{value} is not a byte"))
                })?;
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
            _ => Err(found(&self.lexer, &lexed.span, "`\"text\"`, `x\"hex\"` or `fill(byte, count)`")),
        }
    }

    fn hex(&mut self, text: &str, span: &Range<usize>) -> Result<(), ExpressionError> {
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
                    return Err(ExpressionError::new(&SYNTAX, &(at..at + 1), "expected a hexadecimal digit"));
                }
            };
            match high.take() {
                Some(upper) => self.bytes.push(upper << 4 | digit),
                None => high = Some(digit),
            }
        }
        if high.is_some() || !text.ends_with('"') {
            return Err(ExpressionError::new(
                &SYNTAX,
                span,
                "expected two hexadecimal digits for each byte and a closing `\"`",
            ));
        }
        Ok(())
    }

    pub(super) fn apply_patches(&mut self) {
        for patch in std::mem::take(&mut self.patches) {
            let stored = patch.expression.evaluate(self.lexer.source, &self.labels).and_then(|value| {
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
                if self.faults.len() >= MAX_FAULTS {
                    return;
                }
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
) -> Result<(), ExpressionError> {
    let whole = width == 8 * scalar.size() as u32;
    let (least, most) = if scalar.is_signed() && whole {
        (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
    } else {
        (0, (1i128 << width) - 1)
    };
    if !(least..=most).contains(&value) {
        let kind = if whole { scalar.name().to_owned() } else { format!("{width} bits") };
        let message = format!("{value} does not fit {kind}, which holds {least} to {most}");
        return Err(ExpressionError::new(&VALUE, span, message));
    }
    let place = &mut bytes[at..at + scalar.size()];
    let mask = (most - least) as u64;
    let word = scalar.bits(place) & !(mask << shift) | (value as u64 & mask) << shift;
    place.copy_from_slice(&word.to_le_bytes()[..scalar.size()]);
    Ok(())
}

/// Length of a source text up to a trailing comment and white space.
pub(super) fn without_comments(text: &str) -> usize {
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
pub(super) enum Ty {
    One(Scalar),
    Array(Scalar, Option<u64>),
    Bytes(Option<u64>),
    Strings,
}

impl Ty {
    pub(super) fn parse(word: &str) -> Option<Ty> {
        let (base, count) = match word.strip_suffix(']') {
            Some(rest) => {
                let (base, count) = rest.split_once('[')?;
                (base, Some(if count.is_empty() { None } else { Some(count.parse().ok()?) }))
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
