//! Parses the parts of a text that are not instructions: the header comments of a disassembler and the `;!`
//! directives.

use std::collections::HashMap;
use std::ops::Range;

use super::lex::{Kind, Lexer};
use crate::disassemble::DEFAULT_VERSION;
use crate::grammar;
use crate::number::parse_word;
use crate::walk::Endian;

/// Values set by the directives and header comments of a text.
#[derive(Debug)]
pub(super) struct Directives<'t> {
    pub(super) endian: Endian,
    pub(super) version: u32,
    pub(super) generator: u32,
    pub(super) bound: Option<u32>,
    /// Minimum bound; the ids may require a larger one.
    pub(super) least_bound: u32,
    pub(super) schema: u32,
    /// Number of header words to write.
    pub(super) header: usize,
    pub(super) trailing: Vec<u8>,
    pub(super) ids: HashMap<&'t str, u32>,
}

/// A mistake in a directive: span, message, help.
pub(super) type Mistake = (Range<usize>, String, Option<String>);

const KNOWN: &str = "version, generator, bound, schema, endian, header, ids and trailing are known";

impl<'t> Directives<'t> {
    /// Collects all directives up front: an instruction may precede one that it depends on.
    pub(super) fn collect(text: &'t str) -> (Self, Vec<Mistake>) {
        let mut found = Directives {
            endian: Endian::Little,
            version: DEFAULT_VERSION,
            generator: 0,
            bound: None,
            least_bound: 0,
            schema: 0,
            header: 5,
            trailing: Vec::new(),
            ids: HashMap::new(),
        };
        found.comments(text);
        let mut mistakes = Vec::new();
        if !text.contains(";!") {
            return (found, mistakes);
        }
        let mut lexer = Lexer::new(text);
        loop {
            let token = lexer.next();
            match token.kind {
                Kind::End => return (found, mistakes),
                Kind::Directive => found.read(text, token.span(), &mut mistakes),
                _ => {}
            }
        }
    }

    /// Reads the header comments that disassemblers write; comments in any other format are ignored.
    fn comments(&mut self, text: &str) {
        let mut lines = text.lines();
        if lines.next().map(str::trim_end) != Some("; SPIR-V") {
            return;
        }
        for line in lines.map_while(|line| line.strip_prefix("; ")) {
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                return;
            };
            match name {
                "Version" => self.version = parse_version(value).unwrap_or(self.version),
                "Generator" => self.generator = generator(value).unwrap_or(self.generator),
                "Bound" => self.least_bound = value.parse().unwrap_or(0),
                "Schema" => self.schema = value.parse().unwrap_or(0),
                _ => return,
            }
        }
    }

    fn read(&mut self, text: &'t str, span: Range<usize>, mistakes: &mut Vec<Mistake>) {
        let mut words = text[span.start + 2..span.end].split_ascii_whitespace();
        let Some(name) = words.next() else {
            return mistakes.push((span, "expected the name of a directive".into(), Some(KNOWN.into())));
        };
        match name {
            "ids" => {
                for pair in words {
                    self.id(text, &span, pair, mistakes);
                }
                return;
            }
            "trailing" => {
                for byte in words {
                    match u8::from_str_radix(byte, 16) {
                        Ok(byte) => self.trailing.push(byte),
                        Err(_) => mistakes.push((
                            within(text, byte, &span),
                            format!("expected a byte in hexadecimal, found `{byte}`"),
                            None,
                        )),
                    }
                }
                return;
            }
            _ => {}
        }
        let value = words.next().unwrap_or_default();
        let number = parse_word(value).ok();
        let good = match name {
            "endian" => match value {
                "little" => Some(Endian::Little),
                "big" => Some(Endian::Big),
                _ => None,
            }
            .map(|endian| self.endian = endian),
            "version" => number.or_else(|| parse_version(value)).map(|word| self.version = word),
            "generator" => number.map(|word| self.generator = word),
            "bound" => number.map(|word| self.bound = Some(word)),
            "schema" => number.map(|word| self.schema = word),
            "header" => number.filter(|word| (1..=5).contains(word)).map(|word| self.header = word as usize),
            _ => {
                mistakes.push((span, format!("unknown directive `{name}`"), Some(KNOWN.into())));
                return;
            }
        };
        let expected = match name {
            "endian" => "`little` or `big`",
            "version" => "a version such as 1.5, or a word",
            "header" => "a number of words from 1 to 5",
            _ => "a word",
        };
        if good.is_none() {
            mistakes.push((span, format!("expected {expected}, found `{value}`"), None));
        } else if let Some(extra) = words.next() {
            mistakes.push((
                within(text, extra, &span),
                format!("expected the end of the line, found `{extra}`"),
                None,
            ));
        }
    }

    fn id(&mut self, text: &'t str, span: &Range<usize>, pair: &'t str, mistakes: &mut Vec<Mistake>) {
        let parts = pair.split_once('=').and_then(|(name, number)| Some((name, number.parse().ok()?)));
        let message = match parts {
            Some((name, _)) if !is_name(name) => format!("expected a name that is no number, found `{name}`"),
            Some((name, number)) => match self.ids.insert(name, number) {
                Some(other) if other != number => format!("`{name}` was already given the number {other}"),
                _ => return,
            },
            None => format!("expected `name=number`, found `{pair}`"),
        };
        mistakes.push((within(text, pair, span), message, None));
    }
}

/// Span in the text of `part`, a slice of the directive at `span`.
fn within(text: &str, part: &str, span: &Range<usize>) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    if span.contains(&start) { start..start + part.len() } else { span.clone() }
}

/// Generator word for a tool's name and version.
fn generator(text: &str) -> Option<u32> {
    let (name, version) = text.rsplit_once("; ")?;
    let version: u16 = version.parse().ok()?;
    let unknown = || name.strip_prefix("Unknown(")?.strip_suffix(')')?.parse().ok();
    let tool = grammar::generator_named(name).or_else(unknown)?;
    Some(u32::from(tool) << 16 | u32::from(version))
}

fn parse_version(text: &str) -> Option<u32> {
    let (major, minor) = text.split_once('.')?;
    let (major, minor): (u8, u8) = (major.parse().ok()?, minor.parse().ok()?);
    Some(u32::from(major) << 16 | u32::from(minor) << 8)
}

/// True if an id, without its percent sign, is a name rather than a number.
pub(super) fn is_name(text: &str) -> bool {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain && numeric(text).is_none()
}

/// The number of a numeric id.
#[inline]
pub(super) fn numeric(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    if bytes.is_empty() || bytes.len() > 10 || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut value = 0u64;
    for byte in bytes {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u64::from(byte - b'0');
    }
    u32::try_from(value).ok()
}
