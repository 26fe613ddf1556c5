//! Finds files stored as arrays of numbers in C and C++ sources, and decodes their bytes.
//!
//! An array is a braced list (`{ 68, 0x58, 'B' }`), or a whole file that is only a list of numbers, as compilers write
//! it for inclusion. Each byte of the text is examined a bounded number of times, whatever the input.

mod numbers;

use glassbox_core::format::WriteError;
use std::ops::Range;

use glassbox_core::language::{Codec, DecodeError};

use numbers::{Comments, Numbers};

/// Number of leading bytes that must be text.
const BEGINNING: usize = 4096;
/// Fewest numbers of an array that can hold a file: a SPIR-V module begins with five words.
const MIN_COUNT: usize = 5;
/// Bytes in front of an array that are searched for its declaration.
const MAX_DECLARATION: usize = 512;

/// Maximum number of elements whose positions are kept.
const MAX_PLACES: usize = 1 << 22;

/// An array of numbers in a text.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    /// Name of the array; empty if the text does not name it.
    pub(crate) name: String,
    /// Range of the numbers in the text, without the braces.
    pub(crate) text: Range<usize>,
    /// Bytes of a number.
    pub(crate) width: Width,
    /// Number of elements.
    count: usize,
}

impl Array {
    /// Decodes the numbers into bytes; `bytes` is the whole text.
    pub(crate) fn content(&self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.count * self.width.bytes());
        for (value, _) in Numbers::new(bytes, self.text.start).take(self.count) {
            out.extend_from_slice(&value.to_le_bytes()[..self.width.bytes()]);
        }
        out
    }

    /// Position and length of each number, bytes from the start of the text. `None` if there are too many to keep.
    pub(crate) fn places(&self, bytes: &[u8]) -> Option<Vec<(u32, u8)>> {
        if self.count > MAX_PLACES {
            return None;
        }
        let numbers = Numbers::new(bytes, self.text.start).take(self.count);
        let place = |(_, span): (u64, Range<usize>)| {
            let start = u32::try_from(span.start - self.text.start).ok()?;
            Some((start, u8::try_from(span.len()).unwrap_or(u8::MAX)))
        };
        numbers.map(place).collect()
    }
}

/// Bytes of a number of an array, least significant first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    One,
    Two,
    Four,
    Eight,
}

impl Width {
    /// Width in bytes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two => 2,
            Width::Four => 4,
            Width::Eight => 8,
        }
    }

    /// The codec for such arrays.
    pub(crate) fn codec(self) -> &'static str {
        match self {
            Width::One => "c-array",
            Width::Two => "c-array-16",
            Width::Four => "c-array-32",
            Width::Eight => "c-array-64",
        }
    }

    /// Element width of a declared type; `None` if unknown, as for a typedef of the program.
    fn declared(declaration: &str) -> Option<Width> {
        let words = declaration.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let mut found = None;
        for word in words {
            let word = word.to_ascii_lowercase();
            let width = match word.as_str() {
                "char" | "byte" | "u8" | "s8" | "i8" => Width::One,
                "short" | "word" | "u16" | "wchar_t" => Width::Two,
                "dword" | "u32" => Width::Four,
                "qword" | "u64" => Width::Eight,
                // `unsigned` alone, or in front of another word that is met later.
                "int" | "uint" | "unsigned" | "long" => match found {
                    Some(_) => continue,
                    None => Width::Four,
                },
                word if word.contains("int8") || word.ends_with("byte") => Width::One,
                word if word.contains("int16") => Width::Two,
                word if word.contains("int32") => Width::Four,
                word if word.contains("int64") => Width::Eight,
                _ => continue,
            };
            found = Some(width);
        }
        found
    }
}

/// The arrays of a text long enough to hold a file, in order. None for data that is not text.
pub(crate) fn arrays(bytes: &[u8]) -> impl Iterator<Item = Array> + '_ {
    let comments = Comments::of(bytes);
    // A text that is a list of numbers has no brace.
    let mut next = is_text(bytes).then_some(0..0);
    std::iter::from_fn(move || {
        loop {
            let open = next.take()?;
            let (array, at) = array(bytes, &open, comments);
            // Everything read so far was numbers and comments: no array begins in it.
            let from = at.max(open.end);
            let rest = bytes.get(from..).unwrap_or_default();
            let brace = rest.iter().position(|byte| *byte == b'{');
            next = brace.map(|brace| from + brace..from + brace + 1);
            if array.is_some() {
                return array;
            }
        }
    })
}

/// True if the beginning of the data is text.
fn is_text(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let is_control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    !beginning.iter().any(is_control)
}

/// The array whose numbers begin after a brace, or at the start of the text, and the offset at which reading stopped.
fn array(bytes: &[u8], open: &Range<usize>, comments: Comments) -> (Option<Array>, usize) {
    let mut numbers = Numbers::new(bytes, open.end).with_comments(comments);
    let (mut count, mut most) = (0, 0);
    for (value, _) in numbers.by_ref() {
        count += 1;
        most = most.max(value);
    }
    let end = numbers.end(open.is_empty());
    let Some(end) = end.filter(|_| count >= MIN_COUNT) else {
        return (None, numbers.at());
    };
    let (name, declared) = declaration(&bytes[..open.start]);
    // A negative number counts as a 64-bit one; those occur only in arrays of `char`.
    let inferred = match most {
        0..=0xFF => Width::One,
        0x100..=0xFFFF_FFFF => Width::Four,
        _ => Width::Eight,
    };
    let width = declared.unwrap_or(inferred);
    let array = Array { name, text: open.end..end, width, count };
    (Some(array), end)
}

/// The name and element width from the declaration before a brace.
fn declaration(before: &[u8]) -> (String, Option<Width>) {
    let from = before.len().saturating_sub(MAX_DECLARATION);
    let text = String::from_utf8_lossy(&before[from..]);
    // The last statement, without a comment between it and the brace.
    let mut text = text.trim_end();
    while let Some(rest) = text.strip_suffix("*/") {
        text = rest.rsplit_once("/*").map_or("", |(before, _)| before).trim_end();
    }
    // The second brace of `= {{`.
    let text = text.strip_suffix('{').unwrap_or(text).trim_end();
    let text = text.strip_suffix('=').unwrap_or(text).trim_end();
    let begin = text.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let mut statement = &text[begin..];
    // Comments and lines of the preprocessor before it are not part of it.
    if let Some(at) = statement.rfind("*/") {
        statement = &statement[at + 2..];
    }
    if let Some(at) = statement.rfind("\n#") {
        statement = statement[at + 1..].split_once('\n').map_or("", |(_, rest)| rest);
    }
    let lines = statement.lines().filter(|line| !line.trim_start().starts_with("//"));
    let statement = lines.collect::<Vec<_>>().join(" ");
    let declarator = without_sizes(statement.trim_end());
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = declarator
        .rfind(|c: char| !is_name(c))
        .map_or(0, |at| at + declarator[at..].chars().next().map_or(1, char::len_utf8));
    let name = &declarator[start..];
    let name = if name.starts_with(|c: char| c.is_ascii_digit()) { "" } else { name };
    (name.to_owned(), Width::declared(&declarator[..start]))
}

/// A declarator without array sizes and trailing storage attributes.
fn without_sizes(declarator: &str) -> &str {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ' ' | '(' | ')');
    let mut rest = match declarator.rfind(']') {
        Some(at) if declarator[at + 1..].chars().all(is_word) => &declarator[..=at],
        _ => declarator,
    };
    while let Some(inside) = rest.strip_suffix(']') {
        rest = inside.rfind('[').map_or("", |at| &inside[..at]).trim_end();
    }
    rest
}

/// Codec for the numbers of an array, so that the text form can show the decoded bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numerals(pub(crate) Width);

impl Codec for Numerals {
    fn name(&self) -> &'static str {
        self.0.codec()
    }

    fn decode(&self, stored: &[u8], limit: u64) -> Result<Vec<u8>, DecodeError> {
        let mut numbers = Numbers::new(stored, 0);
        let mut out = Vec::new();
        for (value, _) in numbers.by_ref() {
            if out.len() as u64 >= limit {
                return Err(DecodeError::TooLong);
            }
            out.extend_from_slice(&value.to_le_bytes()[..self.0.bytes()]);
        }
        match numbers.end(true) {
            Some(_) => Ok(out),
            None => Err(DecodeError::Malformed),
        }
    }

    fn encode(&self, content: &[u8]) -> Result<Vec<u8>, WriteError> {
        use std::fmt::Write as _;
        let width = self.0.bytes();
        if !content.len().is_multiple_of(width) {
            return Err(WriteError::new(format!(
                "found {} bytes, expected a multiple of {width}, the size of an element",
                content.len()
            )));
        }
        let mut out = String::with_capacity(content.len() * 6);
        for (index, element) in content.chunks_exact(width).enumerate() {
            out.push_str(if index % (16 / width) == 0 { "\n    " } else { " " });
            out.push_str("0x");
            for byte in element.iter().rev() {
                let _ = write!(out, "{byte:02x}");
            }
            out.push(',');
        }
        out.push('\n');
        Ok(out.into_bytes())
    }
}

#[cfg(test)]
mod tests;
