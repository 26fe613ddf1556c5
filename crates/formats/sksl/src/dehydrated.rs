//! Converts to and from Skia's text form of binary modules: `*.dehydrated.sksl` files, a C array of the
//! bytes.
//!
//! [`parse`] takes the numbers between the first `{` and the next `}`; [`text`] writes them as Skia did: the
//! header on the first line, then a line for each string, command and symbol table entry.
//!
//! Source: the text files that Skia committed in 2022.

use std::fmt::Write;
use std::ops::Range;

use glassbox_core::error::ErrorList;
use glassbox_core::format::TextEncoding;
use glassbox_core::language::SourceError;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

use crate::read::open;
use crate::write::commands_with_lines;

/// The text form.
#[derive(Clone, Copy, Debug)]
pub struct Dehydrated;

impl TextEncoding for Dehydrated {
    fn suffix(&self) -> &'static str {
        ".dehydrated.sksl"
    }

    fn read(&self, text: &[u8]) -> Option<Result<Vec<u8>, ErrorList<SourceError>>> {
        if !is_text(text) {
            return None;
        }
        Some(match std::str::from_utf8(text) {
            Ok(text) => parse(text),
            Err(error) => Err(SourceError {
                rule: None,
                span: error.valid_up_to()..error.valid_up_to() + 1,
                message: "found bytes that are not text, expected the C array of a module".to_owned(),
                help: None,
            }
            .into()),
        })
    }

    fn write(&self, bytes: &[u8], name: &str) -> String {
        text(bytes, name)
    }
}

/// Prefix of the array names.
const PREFIX: &str = "SKSL_INCLUDE_";

/// Bytes examined to distinguish the text from a binary.
const HEAD: usize = 4096;

/// True if bytes look like this text form: text up to the brace, including the declaration of a byte array.
pub fn is_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let is_before = |byte: &u8| *byte != b'{' && (byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    let Some(brace) = head.iter().position(|byte| !is_before(byte)) else {
        return false;
    };
    let (before, rest) = head.split_at(brace);
    rest.strip_prefix(b"{").is_some_and(|numbers| {
        contains(before, b"uint8_t") && contains(before, b"[") && may_be_module(numbers)
    })
}

/// True if the numbers may be those of a module, possibly truncated: unlike arrays of other files, it begins
/// with a small 16-bit version.
fn may_be_module(numbers: &[u8]) -> bool {
    let mut words = numbers.split(|byte| matches!(byte, b',' | b'}'));
    let mut next = || {
        let word = std::str::from_utf8(words.next()?).ok()?;
        number(word.trim())
    };
    next().is_none_or(|low| low < 64) && next().is_none_or(|high| high == 0)
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

/// Module name of a text: the array name after `SKSL_INCLUDE_`.
pub fn module_name(text: &str) -> Option<&str> {
    let (declaration, _) = text.split_once('{')?;
    let (_, rest) = declaration.split_once(PREFIX)?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    rest.get(..end.unwrap_or(rest.len())).filter(|name| !name.is_empty())
}

/// Parses the bytes of a text.
pub fn parse(text: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
    let fault = |span: Range<usize>, message: String, help: Option<&str>| SourceError {
        rule: None,
        span,
        message,
        help: help.map(str::to_owned),
    };
    let Some(open) = text.find('{') else {
        let message = "found no `{`, expected an array of bytes".to_owned();
        let help = "the form is `static uint8_t NAME[] = {8,0,…};`";
        return Err(fault(0..text.len().min(1), message, Some(help)).into());
    };
    let Some(length) = text.get(open..).and_then(|rest| rest.find('}')) else {
        let message = "found no `}` after the numbers".to_owned();
        let help = "the text is cut short; get a complete copy";
        return Err(fault(open..open + 1, message, Some(help)).into());
    };
    let close = open + length;
    let numbers = text.get(open + 1..close).unwrap_or("");
    let mut bytes = Vec::with_capacity(numbers.len() / 3);
    let mut errors = Vec::new();
    let mut start = open + 1;
    let mut items = numbers.split(',').peekable();
    while let Some(item) = items.next() {
        let word = item.trim();
        let from = start + (item.len() - item.trim_start().len());
        let span = from..from + word.len().max(1);
        start += item.len() + 1;
        // A comma may follow the last number.
        if word.is_empty() && items.peek().is_none() {
            break;
        }
        match number(word) {
            Some(byte) if byte <= 255 => bytes.push(byte as u8),
            Some(large) => {
                errors.push(fault(span, format!("found {large}, expected a byte, 0 to 255"), None))
            }
            None if word.is_empty() => {
                errors.push(fault(span, "found `,`, expected a number".to_owned(), None))
            }
            None => {
                let shown: String = word.chars().take(20).collect();
                let message = format!("found `{}`, expected a number", shown.escape_debug());
                errors.push(fault(span, message, Some("numbers are decimal, with a comma between")));
            }
        }
        if errors.len() == MAX_ERRORS {
            break;
        }
    }
    if bytes.is_empty() && errors.is_empty() {
        let message = "found no number, expected a file of at least 4 bytes".to_owned();
        errors.push(fault(open..close + 1, message, None));
    }
    if errors.is_empty() { Ok(bytes) } else { Err(errors.into()) }
}

/// Maximum errors reported before parsing stops.
const MAX_ERRORS: usize = 20;

fn number(word: &str) -> Option<u64> {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            u64::from_str_radix(digits, 16).ok()
        }
        Some(_) => None,
        None if word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
        None => None,
    }
}

/// Formats a file with Skia's line breaks, or sixteen bytes a line if the file is incomplete. Characters of
/// `module` that are invalid in an identifier become underscores.
pub fn text(bytes: &[u8], module: &str) -> String {
    let module: String = module.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let mut out = String::with_capacity(bytes.len().saturating_mul(4).saturating_add(256));
    let _ = write!(out, "static uint8_t {PREFIX}{module}[] = {{");
    let starts = line_starts(bytes);
    let mut lines = starts.iter().copied().peekable();
    let mut column = 0;
    for (index, byte) in bytes.iter().enumerate() {
        let is_start = lines.next_if_eq(&index).is_some();
        if is_start || (starts.is_empty() && column == LINE) {
            out.push('\n');
            column = 0;
        }
        column += 1;
        let _ = write!(out, "{byte},");
    }
    let _ = writeln!(out, "}};");
    let _ = writeln!(out, "static constexpr size_t {PREFIX}{module}_LENGTH = sizeof({PREFIX}{module});");
    out
}

/// Bytes per line if the file does not determine the line breaks.
const LINE: usize = 16;

/// Offsets at which Skia begins a line: each string, command and symbol table entry. Empty for an incomplete
/// file.
fn line_starts(bytes: &[u8]) -> Vec<usize> {
    let Ok(file) = open(Window::whole(bytes), &Limits::default()) else {
        return Vec::new();
    };
    let Ok((commands, lines)) = commands_with_lines(&file.model) else {
        return Vec::new();
    };
    // Only a file that was read completely has reproducible line breaks.
    if file.stop.is_some() || bytes.get(file.commands..file.end) != Some(&commands[..]) {
        return Vec::new();
    }
    let mut starts = Vec::with_capacity(lines.len());
    let mut at = 4;
    while at < file.commands {
        starts.push(at);
        at += 1 + bytes.get(at).copied().map_or(0, usize::from);
    }
    starts.extend(lines.iter().map(|&line| file.commands + line as usize));
    if file.end < bytes.len() {
        starts.push(file.end);
    }
    starts
}
